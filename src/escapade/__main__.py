"""`python -m escapade` is `escapade`."""

from escapade.cli import main

if __name__ == "__main__":
    main()
