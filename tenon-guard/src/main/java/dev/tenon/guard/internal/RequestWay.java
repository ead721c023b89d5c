package dev.tenon.guard.internal;

import dev.tenon.client.ServerErrorException;
import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireEnd;
import dev.tenon.json.Json;
import dev.tenon.model.Method;
import dev.tenon.server.RelayCall;
import dev.tenon.wire.Wire;
import org.jspecify.annotations.Nullable;

/** The way of a request without session to a server that has none either. */
final class RequestWay implements Way {
    private final Method<?, ?> method;
    private final RelayCall call;
    private final Wire front;
    private final Lease lease;

    /** {@code lease} is of the server, and given back in the end. */
    RequestWay(Method<?, ?> method, RelayCall call, Wire front, Lease lease) {
        this.method = method;
        this.call = call;
        this.front = front;
        this.lease = lease;
    }

    @Override
    public Definitions.@Nullable Known definition(String name) {
        return lease.upstream().definitions().now(name);
    }

    @Override
    public void go(Json params, Crossing crossing, Ending ending) {
        RequestCall request = new RequestCall(method, params, new Front(front, call, crossing));
        Upstream upstream = lease.upstream();
        WireEnd end = new WireEnd() {
            @Override
            public void answered(WireAnswer answer) {
                ending.is(() -> request.judged(answer));
            }

            @Override
            public void failed(RuntimeException why) {
                ending.is(() -> {
                    if (why instanceof ServerErrorException error) {
                        return UrlsFirst.instead(error, method, call, crossing, front.revision());
                    }
                    throw why;
                });
            }
        };
        upstream.begin(request.call(upstream, ending.cancellation()), request, end);
    }

    @Override
    public void leave() {
        lease.close();
    }
}
