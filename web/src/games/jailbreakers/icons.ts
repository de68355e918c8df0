// Our own drawings of materials, objects and signs, in a box of 32 × 32: dark ink on the pale face of a card.

const line = (d: string, more = '') => `<path d="${d}" fill="none" ${more}/>`
const shape = (d: string, fill: string) => `<path d="${d}" fill="${fill}"/>`

export const ICONS: Record<string, string> = {
  // materials
  bedsheet:
    shape('M4 12c4-3 20-3 24 0v13c-4-3-20-3-24 0z', '#e9eefb') +
    line('M4 17c4-3 20-3 24 0M11 10.400v13M21 10.400v13', 'stroke-width="1"') +
    shape('M4 12c-2-4 2-6 6-5c-3 1-3 3-1 4', '#c9d5f2'),
  cloth:
    shape('M6 6l9 2 11-3-2 9 3 11-10-2-11 4 2-10z', '#c98f5b') +
    line('M10 11l4-1M18 10l4-1M10 17l4-1M18 16l4-1M11 22l3-1', 'stroke-width="1.300"'),
  dye:
    shape('M12 4h8v5l4 5v12a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V14l4-5z', '#f2ecff') +
    shape('M8 17c4-2 6 2 10 0s4-1 6-1v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2z', '#7a4fc0') +
    line('M11 7h10'),
  spoon:
    shape(
      'M21 3c5 0 7 5 4 8.500c-2 2.300-5 2.500-6.500 1.200L7 28a2 2 0 0 1-3-3L18 12c-1.800-3.500-.500-9 3-9z',
      '#b9c2cc',
    ) + line('M21 6c-1 1-1.300 3-.700 4', 'stroke-width="1.200"'),
  soap:
    shape('M4 17c0-3 3-4 6-4h12c3 0 6 1 6 4v5c0 3-3 4-6 4H10c-3 0-6-1-6-4z', '#f0a8b8') +
    line('M10 19h12') +
    '<circle cx="12" cy="8" r="3" fill="#dff1fb"/><circle cx="19" cy="6" r="2" fill="#dff1fb"/><circle cx="22" cy="10" r="1.500" fill="#dff1fb"/>',
  pipe:
    shape('M3 9h12a8 8 0 0 1 8 8v11h-7V18a2 2 0 0 0-2-2H3z', '#9aa7b2') +
    shape('M3 7.500h4v10H3zM14.500 24h10v4h-10z', '#71808c') +
    line('M9 11.500h6c3 0 5 2 5.500 5', 'stroke-width="1"'),
  plank:
    shape('M3 21L24 6l5 5L8 27z', '#c68a4a') +
    line('M9 21l14-10M12 21l12-8.500', 'stroke-width="1"') +
    '<circle cx="8" cy="22.500" r=".9" fill="#3a2a18"/><circle cx="24" cy="10.500" r=".9" fill="#3a2a18"/>',
  rope:
    '<ellipse cx="16" cy="19" rx="11" ry="8" fill="none" stroke="#2a2118" stroke-width="6"/><ellipse cx="16" cy="19" rx="11" ry="8" fill="none" stroke="#d9b36c" stroke-width="3.600"/><ellipse cx="16" cy="15" rx="10" ry="7" fill="none" stroke="#2a2118" stroke-width="5.600"/><ellipse cx="16" cy="15" rx="10" ry="7" fill="none" stroke="#e8c987" stroke-width="3.200"/>' +
    line('M24 9c3-4 1-6 4-6', 'stroke="#2a2118" stroke-width="4.500"') +
    line('M24 9c3-4 1-6 4-6', 'stroke="#e8c987" stroke-width="2.200"'),
  wire: line(
    'M3 25c6 0 5-6 9-6M29 6c-6 0-3 6-8 8M9 16c0-5 12-5 12 0s-12 5-12 0zm1 4c0-5 12-5 12 0s-12 5-12 0zm2-8c0-4 11-4 11 0',
    'stroke="#a3501f" stroke-width="2.200"',
  ),
  tape:
    '<circle cx="15" cy="15" r="11" fill="#8c959c"/><circle cx="15" cy="15" r="5" fill="#fbf4e3"/>' +
    shape('M15 26h14v-4l-2 1-1-2H21z', '#a9b2b8') +
    line('M15 7a8 8 0 0 1 8 8', 'stroke-width="1"'),
  // objects
  'bed-dummy':
    shape('M2 26V10M2 22h28v4', '#8a5a33') +
    shape('M8 22c0-6 4-8 10-8s12 2 12 8z', '#c9d5f2') +
    '<circle cx="8" cy="17" r="4.500" fill="#f0c9a0"/>' +
    line('M2 8v20M30 20v8M6.500 17h.1M9.500 17h.1M7 19.500h2', 'stroke-width="1.800"') +
    line('M5 13c2-2 5-2 7 1', 'stroke="#5b3b1c" stroke-width="2.400"'),
  'guard-outfit':
    shape('M7 14c0-3 4-5 9-5s9 2 9 5v4H7z', '#29487d') +
    shape('M5 18c6-2 16-2 22 0c-4 4-18 4-22 0z', '#17264a') +
    shape('M16 5c5 0 10 2 11 6H5c1-4 6-6 11-6z', '#345a99') +
    '<path d="M16 9l1.500 3 3 .400-2.200 2 .600 3-2.900-1.500-2.900 1.500.600-3-2.200-2 3-.400z" fill="#f2c230"/>' +
    line('M9 25h14M11 28h10'),
  'worker-outfit':
    shape('M5 19c0-7 4-12 11-12s11 5 11 12z', '#f2b01e') +
    shape('M3 19h26v4H3z', '#d68f0c') +
    shape('M13.500 7h5v12h-5z', '#ffd05a') +
    line('M10 27h12'),
  'grappling-hook':
    line('M16 30V15', 'stroke="#2a2118" stroke-width="4"') +
    line('M16 30V15', 'stroke="#d9b36c" stroke-width="2"') +
    shape('M14.500 4h3v13h-3z', '#7f8b95') +
    line('M16 16C9 18 5 14 5 8l-2 3m2-3l3 2.500M16 16c7 2 11-2 11-8l2 3m-2-3l-3 2.500', 'stroke-width="2.600"') +
    '<circle cx="16" cy="4.500" r="2.500" fill="#b9c2cc"/>',
  raft:
    shape('M4 19l18-6 7 4-18 7z', '#c68a4a') +
    line('M8.500 21l18-6.500M15 15l7 4M11 17l7 4', 'stroke-width="1.200"') +
    shape('M15 15V3l9 8z', '#e9eefb') +
    line('M15 17V3') +
    line('M2 25c3-2 4 2 7 0s4 2 7 0 4 2 7 0 4 2 7 0M6 29c3-2 4 2 7 0s4 2 7 0 4 2 6 0', 'stroke="#2b6ea8"'),
  'brass-knuckles':
    '<path d="M4 12a4 4 0 0 1 6-3.500a4 4 0 0 1 6 0a4 4 0 0 1 6 0a4 4 0 0 1 6 3.500c0 3-1 4-2 5c0 3-4 8-10 8s-10-5-10-8c-1-1-2-2-2-5z" fill="#d9a522"/>' +
    '<g fill="#fbf4e3"><circle cx="8" cy="12.500" r="2"/><circle cx="13.400" cy="12.300" r="2"/><circle cx="18.800" cy="12.300" r="2"/><circle cx="24" cy="12.500" r="2"/><path d="M10 18h12c-1 3-3 4-6 4s-5-1-6-4z"/></g>',
  ladder:
    line('M10 3L7 29M22 3l3 26', 'stroke="#2a2118" stroke-width="4.200"') +
    line('M10 3L7 29M22 3l3 26', 'stroke="#c68a4a" stroke-width="2"') +
    line('M10 8h12.500M9.300 14h13.500M8.600 20h14.700M8 26h16', 'stroke="#2a2118" stroke-width="3.600"') +
    line('M10 8h12.500M9.300 14h13.500M8.600 20h14.700M8 26h16', 'stroke="#dca865" stroke-width="1.600"'),
  shovel:
    line('M25 4L13 17', 'stroke="#2a2118" stroke-width="5"') +
    line('M25 4L13 17', 'stroke="#c68a4a" stroke-width="2.800"') +
    line('M22 2l7 7', 'stroke-width="3"') +
    shape('M10 13l8 8c-1 6-7 9-14 8c-1-7 1-13 6-16z', '#9aa7b2') +
    line('M6 26l6-6', 'stroke-width="1.200"'),
  'lock-pick':
    '<path d="M9 14v-4a5 5 0 0 1 10 0v4" fill="none" stroke-width="3"/><rect x="5" y="14" width="18" height="14" rx="2.500" fill="#d9a522"/><circle cx="14" cy="19.500" r="2.200" fill="#2a2118"/>' +
    line('M14 20v4', 'stroke-width="2"') +
    line('M30 7L19 18l-2 3M29 12l-9 9', 'stroke="#55606a" stroke-width="1.800"'),
  'soap-gun':
    shape('M3 10h24v6H14l-1 3H11l-2 9H3l2-10z', '#e58aa0') +
    shape('M22 7h5v3h-5z', '#c66078') +
    line('M13 19c3 1 4-1 4-3M6 13h14', 'stroke-width="1.300"') +
    '<circle cx="29" cy="20" r="1.800" fill="#dff1fb"/><circle cx="25" cy="23" r="2.400" fill="#dff1fb"/>',
  'money-bag':
    shape('M12 8L9 3c3 1 4-1 7 0s4-1 7 0l-3 5c6 4 9 9 8 15c-.500 4-3 6-12 6S4.500 27 4 23c-1-6 2-11 8-15z', '#8fae5d') +
    line('M11 9h10', 'stroke-width="2.200"') +
    line('M19 15c-4-2-6 1-4 3s5 2 4 5c-1 2-4 2-6 .500M16 13v12', 'stroke-width="1.600"'),
  // what a location does
  move:
    shape('M6 12c0-4 4-6 8-6s8 2 8 6z', '#345a99') +
    shape('M4 12h20v3H4z', '#17264a') +
    line('M6 23h18m-5-5l6 5-6 5', 'stroke-width="2.600"'),
  draw: '<rect x="6" y="3" width="20" height="26" rx="3" fill="#fbf4e3"/><path d="M12 12c0-5 8-5 8 0c0 3-4 3-4 7" fill="none" stroke-width="2.800"/><circle cx="16" cy="24" r="1.900" fill="#2a2118" stroke="none"/>',
  take:
    '<rect x="5" y="3" width="17" height="22" rx="3" fill="#fbf4e3"/><path d="M13.500 9v10M8.500 14h10" fill="none" stroke-width="2.800"/>' +
    shape('M18 20c3-2 5-1 6 0l4 1v6l-5 2c-4 0-6-3-8-6z', '#f0c9a0'),
  give:
    '<rect x="3" y="8" width="13" height="17" rx="2.500" fill="#fbf4e3"/><circle cx="24" cy="12" r="4" fill="#e8923a"/>' +
    shape('M17 28c0-8 14-8 14 0z', '#e8923a') +
    line('M7 16.500h8m-3-3l3 3-3 3', 'stroke-width="2"'),
  exchange:
    line('M5 11h20m-6-6l6 6-6 6', 'stroke-width="3"') +
    line('M27 22H7m6-6l-6 6 6 6', 'stroke="#a3501f" stroke-width="3"'),
  'steal-material':
    shape('M3 12c4-3 9-2 13 0c4-2 9-3 13 0c0 6-3 9-7 9c-3 0-5-3-6-4c-1 1-3 4-6 4c-4 0-7-3-7-9z', '#3c3a44') +
    '<ellipse cx="10" cy="15" rx="3" ry="1.800" fill="#fbf4e3"/><ellipse cx="22" cy="15" rx="3" ry="1.800" fill="#fbf4e3"/>' +
    shape('M11 24h10v5H11z', '#c98f5b'),
  'steal-object':
    shape('M3 10c4-3 9-2 13 0c4-2 9-3 13 0c0 6-3 9-7 9c-3 0-5-3-6-4c-1 1-3 4-6 4c-4 0-7-3-7-9z', '#3c3a44') +
    '<ellipse cx="10" cy="13" rx="3" ry="1.800" fill="#fbf4e3"/><ellipse cx="22" cy="13" rx="3" ry="1.800" fill="#fbf4e3"/>' +
    '<path d="M16 20l1.800 3.200 3.700.6-2.600 2.500.600 3.700-3.500-1.700-3.500 1.700.600-3.700-2.600-2.500 3.700-.600z" fill="#f2c230"/>',
  // escape cards
  success: line('M6 17l7 8L27 7', 'stroke="#1d6b35" stroke-width="5"'),
  failure: line('M7 7l18 18M25 7L7 25', 'stroke="#b3201b" stroke-width="5"'),
  snitch:
    shape('M3 16c6-9 20-9 26 0c-6 9-20 9-26 0z', '#fff') +
    '<circle cx="16" cy="16" r="5" fill="#7a2a86"/><circle cx="16" cy="16" r="2" fill="#fff" stroke="none"/>',
  hidden:
    '<path d="M12 12c0-6 9-6 9 0c0 4-5 3-5 8" fill="none" stroke-width="3.200"/><circle cx="16" cy="25" r="2.200" fill="#2a2118" stroke="none"/>',
}

/** Furniture of each location, in a box of 120 × 100, seen from above. Classes: a, b (two tones), n (nothing but lines). */
export const FURNITURE: Record<string, string> = {
  'cell-block':
    '<path class="n" d="M40 44v52M80 44v52M8 44h26M46 44h28M86 44h26"/><g class="a"><rect x="12" y="66" width="14" height="26" rx="2"/><rect x="48" y="66" width="14" height="26" rx="2"/><rect x="88" y="66" width="14" height="26" rx="2"/></g><g class="b"><rect x="13" y="67" width="12" height="7" rx="2"/><rect x="49" y="67" width="12" height="7" rx="2"/><rect x="89" y="67" width="12" height="7" rx="2"/></g>',
  yard: '<ellipse class="n" cx="60" cy="60" rx="40" ry="28"/><path class="n" d="M60 32v56M20 60h80"/><circle class="a" cx="60" cy="60" r="9"/><circle class="b" cx="86" cy="74" r="5"/><path class="n" d="M82 71c3 2 5 5 5 8M90 71c-4 1-7 3-8 6"/>',
  laundry:
    '<g class="a"><rect x="10" y="36" width="24" height="22" rx="3"/><rect x="38" y="36" width="24" height="22" rx="3"/></g><g class="b"><circle cx="22" cy="47" r="7"/><circle cx="50" cy="47" r="7"/></g><path class="n" d="M12 84c30 8 66 8 98-4"/><path class="a" d="M30 87h16v8H30zM66 86h18v9H66z"/>',
  kitchen:
    '<rect class="a" x="10" y="34" width="66" height="20" rx="2"/><g class="b"><circle cx="22" cy="44" r="6"/><circle cx="40" cy="44" r="6"/><rect x="54" y="38" width="16" height="12" rx="2"/></g><rect class="a" x="34" y="70" width="54" height="20" rx="3"/><circle class="b" cx="48" cy="80" r="5"/><circle class="b" cx="74" cy="80" r="5"/>',
  library:
    '<g class="a"><rect x="8" y="34" width="72" height="10"/><rect x="8" y="84" width="72" height="10"/></g><path class="n" d="M14 34v10M20 34v10M28 34v10M33 34v10M41 34v10M48 34v10M54 34v10M63 34v10M70 34v10M14 84v10M22 84v10M27 84v10M36 84v10M44 84v10M50 84v10M59 84v10M68 84v10"/><rect class="b" x="26" y="56" width="34" height="18" rx="3"/><path class="n" d="M43 59v12M34 61h6M34 66h6M46 61h6M46 66h6"/>',
  workshop:
    '<rect class="a" x="10" y="36" width="62" height="18" rx="2"/><path class="b" d="M18 41h18v8H18zM50 39l12 6-12 6z"/><circle class="a" cx="88" cy="76" r="14"/><path class="n" d="M88 62v28M74 76h28M78 66l20 20M98 66L78 86"/><path class="b" d="M24 74h28v10H24z"/>',
  'visiting-room':
    '<path class="n" d="M8 64h104" stroke-dasharray="5 4"/><rect class="a" x="10" y="58" width="100" height="12" rx="2"/><g class="b"><circle cx="24" cy="46" r="6"/><circle cx="60" cy="46" r="6"/><circle cx="94" cy="46" r="6"/><circle cx="24" cy="84" r="6"/><circle cx="60" cy="84" r="6"/><circle cx="94" cy="84" r="6"/></g>',
  showers:
    '<path class="n" d="M38 34v36M72 34v36"/><g class="a"><circle cx="22" cy="42" r="5"/><circle cx="55" cy="42" r="5"/><circle cx="90" cy="42" r="5"/></g><path class="n" d="M17 52l-2 6M22 52v7M27 52l2 6M50 52l-2 6M55 52v7M60 52l2 6M85 52l-2 6M90 52v7M95 52l2 6"/><g class="b"><circle cx="55" cy="84" r="4"/><path d="M26 78c8-4 14 4 22 1c4 8-20 10-22-1z"/></g>',
  'guard-post':
    '<path class="a" d="M14 36h54v14H30v30H14z"/><g class="b"><rect x="34" y="37" width="14" height="10"/><rect x="50" y="37" width="14" height="10"/></g><circle class="a" cx="50" cy="70" r="9"/><path class="n" d="M86 88V58h18v30M86 66h18M92 58v30M98 58v30"/>',
  infirmary:
    '<g class="a"><rect x="10" y="46" width="40" height="18" rx="3"/><rect x="10" y="74" width="40" height="18" rx="3"/></g><g class="b"><rect x="11" y="47" width="10" height="16" rx="3"/><rect x="11" y="75" width="10" height="16" rx="3"/></g><path class="b" d="M82 58h10v10h10v10H92v10H82V78H72V68h10z"/>',
  storeroom:
    '<g class="a"><rect x="10" y="62" width="28" height="28"/><rect x="42" y="68" width="22" height="22"/><rect x="80" y="38" width="28" height="24"/></g><path class="n" d="M10 62l28 28M38 62L10 90M42 68l22 22M64 68L42 90M80 38l28 24M108 38L80 62"/><circle class="b" cx="88" cy="80" r="10"/><circle class="b" cx="24" cy="46" r="8"/>',
  'wardens-office':
    '<rect class="b" x="14" y="44" width="92" height="46" rx="4"/><rect class="n" x="19" y="49" width="82" height="36" rx="3"/><path class="a" d="M36 54h46v18H36z"/><circle class="a" cx="59" cy="80" r="6"/><path class="n" d="M42 58h14v9H42zM64 60h10"/>',
}
