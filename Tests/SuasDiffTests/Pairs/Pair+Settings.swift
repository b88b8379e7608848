/// Settings, which are cases of enums.
extension Pair {
  /// Settings of enums: all payloads can be tried.
  static let settings = """
    suas: 1
    enums:
      Theme: [light, dark]
      Scale: [small, medium, large]
      Direction: [up, down]
    states:
      Settings:
        theme: Theme = light
        scale: Scale = medium
        isLocked: bool = false
        isTop: bool = true
    actions:
      SetTheme: { to: Theme }
      SetScale: { to: Scale }
      Lock: { isOn: bool }
      Scroll: { direction: Direction }
    reducers:
      SettingsReducer:
        state: Settings
        stateKey: settings
        on:
          SetTheme:
            - set: theme
              value: ${action.to}
              unless: isLocked
          SetScale:
            - set: scale
              value: ${action.to}
              unless: isLocked
          Lock:
            - set: isLocked
              value: ${action.isOn}
          Scroll:
            - set: isTop
              value: ${action.direction == "up"}
    selectors:
      isDark: { value: '${store.settings.theme == "dark"}' }
    """

  static let enums: [Pair] = [
    Pair("The same settings", settings, settings, isWhole: true),
    Pair(
      "A case that the app reads, added", settings,
      replacing: "[light, dark]", with: "[light, dark, contrast]",
      declared: ["breaking added case contrast of Theme"], isWhole: true),
    Pair(
      "A case that the app only sends, added", settings,
      replacing: "[up, down]", with: "[up, down, left]",
      declared: ["compatible added case left of Direction"], isWhole: true),
    Pair(
      "A case that is gone", settings,
      replacing: "[small, medium, large]", with: "[small, medium]",
      declared: ["breaking removed case large of Scale"], isWhole: true),
    Pair(
      "Cases in another order", settings, replacing: "[light, dark]", with: "[dark, light]",
      isWhole: true),
    Pair(
      "Another case at the start", settings, replacing: "theme: Theme = light",
      with: "theme: Theme = dark",
      declared: ["compatible default-changed field theme of Settings"],
      behaviour: ["0: state settings.theme"]),
    // No default changed; what starts otherwise is seen in the behaviour.
    Pair(
      "Another start by the reducer", settings, replacing: "stateKey: settings",
      with: "stateKey: settings\n    initial: { theme: dark }",
      behaviour: ["0: state settings.theme"]),
    Pair(
      "A lock that is left out", settings,
      replacing: "- set: scale\n          value: ${action.to}\n          unless: isLocked",
      with: "- set: scale\n          value: ${action.to}",
      behaviour: ["2 SetScale: state settings.scale"]),
    Pair(
      "A comparison with the other case", settings,
      replacing: "${action.direction == \"up\"}", with: "${action.direction != \"down\"}",
      isWhole: true),
    // `up` at the top, or `down`: either differs at once.
    Pair(
      "A comparison with the wrong case", settings,
      replacing: "${action.direction == \"up\"}", with: "${action.direction == \"down\"}",
      behaviour: ["1 Scroll: state settings.isTop"]),
    Pair(
      "An action that is gone", settings,
      settings.replacing("\n  Scroll: { direction: Direction }", with: "")
        .replacing(
          "\n      Scroll:\n        - set: isTop\n          value: ${action.direction == \"up\"}",
          with: ""),
      declared: ["breaking removed action Scroll"], isWhole: true),
    Pair(
      "An action that is added", settings,
      settings.replacing("  Lock: { isOn: bool }", with: "  Lock: { isOn: bool }\n  Restore: {}")
        .replacing("      Lock:\n", with: "      Restore:\n        - reset: state\n      Lock:\n"),
      declared: ["compatible added action Restore"], isWhole: true),
    Pair(
      "A selector that is gone", settings,
      replacing: "\nselectors:\n  isDark: { value: '${store.settings.theme == \"dark\"}' }",
      with: "", declared: ["breaking removed selector isDark"], isWhole: true),
    Pair(
      "A selector that is added", settings, replacing: "selectors:",
      with: "selectors:\n  isLight: { value: '${store.settings.theme == \"light\"}' }",
      declared: ["compatible added selector isLight"], isWhole: true),
    Pair(
      "An action that only the spec sends now", settings,
      replacing: "reducers:", with: "internal: [Lock]\nreducers:",
      declared: ["breaking visibility-changed action Lock"], isWhole: true),
    Pair(
      "An action that apps may send now",
      settings.replacing("reducers:", with: "internal: [Lock]\nreducers:"), settings,
      declared: ["compatible visibility-changed action Lock"], isWhole: true),
    Pair(
      "A value kept out of logs", settings, replacing: "isLocked: bool = false",
      with: "isLocked: { type: bool, default: false, sensitive: true }",
      declared: ["compatible sensitivity-changed field isLocked of Settings"], isWhole: true),
    Pair(
      "Several changes at once", settings,
      settings.replacing("[light, dark]", with: "[light, dark, contrast]")
        .replacing("[up, down]", with: "[up, down, left]")
        .replacing("isTop: bool = true", with: "isTop: bool = false")
        .replacing("selectors:", with: "invariants: { fine: true }\nselectors:")
        .replacing("  Lock: { isOn: bool }", with: "  Lock: { isOn: bool }\n  Restore: {}"),
      declared: [
        "breaking added case contrast of Theme", "compatible added action Restore",
        "compatible added case left of Direction",
        "compatible default-changed field isTop of Settings", "unseen added invariant fine",
      ], behaviour: ["0: state settings.isTop"]),
  ]
}
