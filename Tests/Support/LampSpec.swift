/// The spec of a lamp that is pressed on and off, and has two levels of brightness while it is lit.
public let lampSpec = """
  suas: 1
  states: { Lamp: { lit: bool = false, level: int = 0 } }
  actions: { Press: {}, Brighter: {} }
  reducers:
    LampReducer:
      state: Lamp
      on:
        Press:
          - toggle: lit
        Brighter:
          - increment: level
            when: lit && level < 2

  """
