export { Board, tour } from '../any'
