package app.search

import kotlinx.serialization.json.Json
import suas.JsonValue
import suas.parseJson
import suas.toJson

/** The value of an `any`, of a request or of an answer, as a type that can be serialized. */
public inline fun <reified T> decoded(value: JsonValue): T = Json.decodeFromString(toJson(value))

/** A value that can be serialized, as one that a spec reads. */
public inline fun <reified T> encoded(value: T): JsonValue = parseJson(Json.encodeToString(value))
