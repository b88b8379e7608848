package suas.test

import suas.ActionError
import suas.ErrorListener
import suas.Listener
import suas.State
import suas.Suas
import suas.Validation
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertNull

public class RefusalTests {
    private val log = ArrayList<String>()

    @Test
    public fun `14 - A refused action changes nothing of any reducer, whatever their order`() {
        val store = Suas.createStore(CounterReducer(), StrictReducer(), NamesReducer()).build()
        store.addListener(Listener<State> { log.add("told") })
        store.addErrorListener(ErrorListener { log.add(it.code) })
        store.dispatch(Add(-11))
        assertEquals("overdrawn", log.joinToString())
        assertEquals(Counter(0), store.getState()["Counter"])
        assertEquals(Counter(10), store.getState()["Strict"])
    }

    @Test
    public fun `14 - perform returns the refusal of its own action only`() {
        val store = Suas.createStore(StrictReducer()).build()
        store.addErrorListener(ErrorListener { })
        assertEquals("failed", store.perform(Fail)?.code)
        assertNull(store.perform(Add()))
    }

    @Test
    public fun `14 - Each action stands alone, and what is behind next runs`() {
        val store = Suas.createStore(StrictReducer()).withMiddleware(noting("middleware", log)).build()
        store.addErrorListener(ErrorListener { store.dispatch(Add(1)) })
        store.dispatch(Fail)
        assertEquals(Counter(11), store.getState()["Strict"])
        assertEquals("middleware after Fail", log.last())
    }

    @Test
    public fun `A validation judges what all reducers did, and refuses it whole`() {
        val judge = Validation { old, new, action ->
            log.add("${old["Counter"]} ${new["Counter"]} ${action.actionName}")
            if (new["Counter"] == Counter(3)) ActionError("invalid", "three") else null
        }
        val store = Suas.createStore(CounterReducer()).withValidation(judge).build()
        store.addErrorListener(ErrorListener { })
        store.dispatch(Add(2))
        assertEquals("invalid", store.perform(Add(1))?.code)
        store.dispatch(Unknown())
        assertEquals(Counter(2), store.getState()["Counter"])
        assertEquals(2, log.size)
    }

    @Test
    public fun `A refusal is described with its place`() {
        assertEquals("rules.yaml:3:9: error[failed]: on purpose", ActionError("failed", "on purpose", "rules.yaml:3:9").toString())
    }
}
