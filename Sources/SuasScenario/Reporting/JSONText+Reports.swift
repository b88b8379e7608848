import CEL
import Suas
import SuasSpec

/// What reports and traces write alike.
extension JSONText {
  mutating func write(_ failed: FailedEffect) {
    writeObject { json in
      for (key, text) in [
        ("effect", failed.effect), ("code", failed.code), ("message", failed.message),
      ] {
        json.writeKey(key)
        json.write(string: text)
      }
      json.writeKey("at")
      if let place = failed.place { json.write(place) } else { json.write(.null) }
    }
  }

  mutating func write(_ place: ActionError.Place) {
    writeObject { json in
      json.writeKey("file")
      json.write(string: place.file)
      json.writeKey("line")
      json.write(.int(Int64(place.line)))
      json.writeKey("column")
      json.write(.int(Int64(place.column)))
    }
  }
}
