@file:JvmName("MainKt")

package app.cities

import java.util.concurrent.CountDownLatch
import suas.EffectAnswer
import suas.EffectPerformer
import suas.EffectRequest
import suas.SpecHost
import suas.SpecRuntime

/** Searches for cities whose names begin with a text, as a screen with a text field does. */
public fun main(arguments: Array<String>) {
    val runtime = SpecRuntime(AppSpec, SpecHost(performer = CityServer()))
    val store = runtime.createStore().build()
    runtime.attach(store)
    val isOver = CountDownLatch(1)
    store.addListener { state ->
        when (val result = AppState(state).search.result) {
            is Load.Loaded -> {
                println(result.cities.joinToString())
                isOver.countDown()
            }
            is Load.Failed -> {
                println(result.message)
                isOver.countDown()
            }
            else -> Unit
        }
    }
    store.dispatch(TypeQuery(text = arguments.firstOrNull() ?: "Ro"))
    isOver.await()
}

/** The server that the app asks; here it is a list. */
private class CityServer : EffectPerformer {
    private val names = listOf("Paris", "Prague", "Rome", "Rotterdam")

    override fun perform(request: EffectRequest, answer: (EffectAnswer) -> Unit): () -> Unit {
        val query = (request as EffectRequest.Http).url.substringAfter('=').lowercase()
        val found = names.filter { it.lowercase().startsWith(query) }.map { mapOf("name" to it) }
        answer(EffectAnswer.Http(200, emptyList(), mapOf("RESULTS" to found)))
        return {}
    }
}
