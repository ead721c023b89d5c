package dev.tenon.guard.internal;

import dev.tenon.client.Cancellation;
import dev.tenon.client.WireCall;
import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.wire.KnownMethods;
import dev.tenon.wire.Wire;

/**
 * A request of a method that the client's revision does not have, and that is let pass all the same. It goes to a server of the
 * same era as it is, and so does the result come back: into another era nobody could translate it.
 */
final class StrangeCall implements Course {
    private final Method<?, ?> method;
    private final Json params;
    private final Front front;

    /** {@code params} may go on as they are. */
    StrangeCall(Method<?, ?> method, Json params, Front front) {
        this.method = method;
        this.params = params;
        this.front = front;
    }

    /** Whether nobody here knows that method. */
    static boolean isMeant(Method<?, ?> method, Wire front) {
        return front.clientMethod(method.name()) == null;
    }

    Json through(Upstream upstream) {
        WireCall call = new WireCall(
                method,
                this::asItIs,
                front.options(method, new Cancellation(), news -> front.progress(news, upstream)),
                this);
        return front.crossing().back(upstream.callStrange(call, this));
    }

    private Json asItIs(Wire back) {
        if (!front.to(back).oneEra()) {
            throw new RpcException(KnownMethods.notFound(method.name()));
        }
        return params;
    }

    @Override
    public void hear(NotificationType<?> type, Json news, Wire back) {
        front.tell(type, news, back);
    }
}
