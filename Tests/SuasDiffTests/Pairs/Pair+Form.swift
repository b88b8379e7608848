/// A form that is saved by work of the app, and a delay.
extension Pair {
  /// A form that the app itself saves.
  static let form = """
    suas: 1
    states:
      Form:
        name: string = ""
        isDirty: bool = false
        hasFailed: bool = false
        isShown: bool = false
    actions:
      Edit: { name: string }
      Ended: { isSaved: bool }
      Blinked: {}
    internal: [Ended, Blinked]
    reducers:
      FormReducer:
        state: Form
        stateKey: form
        on:
          Edit:
            - { set: name, value: "${action.name}" }
            - { set: isDirty, value: true }
          Ended:
            - { set: isDirty, value: false, when: action.isSaved }
            - { set: hasFailed, value: "${!action.isSaved}" }
          Blinked:
            - toggle: isShown
    middleware: [async]
    effects:
      Save:
        payload: { name: string }
        run:
          custom: { name: saveForm, input: "${action.name}", result: bool }
        on-success:
          - dispatch: Ended
            with: { isSaved: true }
        on-failure:
          - dispatch: Ended
            with: { isSaved: false }
      Blink:
        run:
          delay: 5s
        on-success:
          - dispatch: Blinked
    """

  static let saving: [Pair] = [
    Pair("The same form", form, form),
    Pair(
      "Success and failure exchanged", form,
      form.replacing(
        "on-success:\n      - dispatch: Ended", with: "on-other:\n      - dispatch: Ended"
      )
      .replacing("on-failure:", with: "on-success:").replacing("on-other:", with: "on-failure:"),
      behaviour: [
        "2 respond: state form.hasFailed, action Ended",
        "2 fail: state form.hasFailed, action Ended",
      ]),
    Pair(
      "Nothing follows a failure", form,
      replacing: "\n    on-failure:\n      - dispatch: Ended\n        with: { isSaved: false }",
      with: "", behaviour: ["2 fail: state form.hasFailed, action Ended"]),
    Pair(
      "Another name for what the app does", form, replacing: "name: saveForm",
      with: "name: storeForm",
      declared: ["breaking setting-changed effect Save"], behaviour: ["1 Save: request Save"]),
    // The first failure has no outcome now, and what waits for a retry is not pending.
    Pair(
      "A second try", form, replacing: "    on-failure:",
      with: "    retry: { times: 1, delay: 1s }\n    on-failure:",
      declared: ["compatible setting-changed effect Save"],
      behaviour: ["2 fail: state form.hasFailed, action Ended"]),
    Pair(
      "Only the latest counts", form, replacing: "    on-failure:",
      with: "    latest: true\n    on-failure:",
      declared: ["compatible setting-changed effect Save"],
      behaviour: ["2 Save: effect Save"]),
    Pair(
      "Saving after some quiet", form, replacing: "    on-failure:",
      with: "    debounce: 1s\n    on-failure:",
      declared: ["compatible setting-changed effect Save"],
      behaviour: ["1 Save: effect Save"]),
    // When the old one is due, the new one is still pending.
    Pair(
      "A longer delay", form, replacing: "delay: 5s", with: "delay: 10s",
      declared: ["compatible setting-changed effect Blink"],
      // Where the state stays as it is, the effect alone differs.
      behaviour: [
        "1 Blink: request Blink",
        "2 advance: state form.isShown, effect Blink, action Blinked",
        "3 advance: effect Blink, action Blinked",
      ]),
    Pair(
      "The same delay in other words", form, replacing: "delay: 5s", with: "delay: 5000ms",
      declared: []),
    Pair(
      "An effect that the app performs, gone", form,
      replacing: """
          Save:
            payload: { name: string }
            run:
              custom: { name: saveForm, input: "${action.name}", result: bool }
            on-success:
              - dispatch: Ended
                with: { isSaved: true }
            on-failure:
              - dispatch: Ended
                with: { isSaved: false }

        """, with: "", declared: ["breaking removed effect Save"]),
    Pair(
      "An effect that the app performs, added", form, replacing: "effects:\n",
      with: "effects:\n  Print:\n    run: { custom: { name: printForm, result: bool } }\n",
      declared: ["breaking added effect Print"]),
    Pair(
      "An effect that waits, added", form, replacing: "effects:\n",
      with: "effects:\n  Wait:\n    run: { delay: 1s }\n",
      declared: ["compatible added effect Wait"]),
    Pair(
      "An effect's field with a default, added", form, replacing: "payload: { name: string }",
      with: "payload: { name: string, note: string = none }",
      declared: ["compatible added field note of effect Save"]),
    Pair(
      "An effect that only the spec starts now", form, replacing: "internal: [Ended, Blinked]",
      with: "internal: [Ended, Blinked, Save]",
      declared: ["breaking visibility-changed effect Save"]),
    Pair(
      "Two outcomes of a success", form,
      replacing: "- dispatch: Blinked", with: "- dispatch: Blinked\n      - dispatch: Blinked",
      // Toggled twice; where the state stays as it is, the action alone is one more.
      behaviour: [
        "2 advance: state form.isShown, action Blinked", "3 advance: action Blinked",
      ]),
  ]
}
