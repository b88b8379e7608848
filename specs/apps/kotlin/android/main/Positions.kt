package app.search

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map
import suas.CoroutinePerformer
import suas.EffectAnswer
import suas.EffectRequest

public class Position(public val latitude: Double, public val longitude: Double)

/** Performs requests, and has the position of the device as a stream: the custom effect `WatchPosition`. */
public fun performer(scope: CoroutineScope, positions: Flow<Position>): CoroutinePerformer {
    val answers = positions.map { EffectAnswer.Result(mapOf("latitude" to it.latitude, "longitude" to it.longitude)) }
    return CoroutinePerformer(
        scope,
        streams = { request -> if (request is EffectRequest.Custom && request.name == "WatchPosition") answers else null },
        single = ::performHttp,
    )
}
