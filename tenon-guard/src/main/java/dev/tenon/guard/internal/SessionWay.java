package dev.tenon.guard.internal;

import dev.tenon.client.WireAnswer;
import dev.tenon.client.WireEnd;
import dev.tenon.json.Json;
import dev.tenon.wire.StatelessWire;
import org.jspecify.annotations.Nullable;

/** The way of a request of a session in front to a server that has a session with the guard. */
final class SessionWay implements Way {
    private final Start start;
    private final Upstream upstream;
    private final Upstreams upstreams;

    SessionWay(Start start, Upstream upstream, Upstreams upstreams) {
        this.start = start;
        this.upstream = upstream;
        this.upstreams = upstreams;
    }

    /** Makes the call of params that may go on, or throws when it may not. */
    interface Start {
        SessionCall of(Json params, Crossing crossing);
    }

    @Override
    public Definitions.@Nullable Known definition(String name) {
        return upstream.definitions().now(name);
    }

    @Override
    public void go(Json params, Crossing crossing, Ending ending) {
        SessionCall session = start.of(params, crossing);
        WireEnd end = new WireEnd() {
            @Override
            public void answered(WireAnswer answer) {
                if (answer.wire() instanceof StatelessWire) {
                    // It has become another server meanwhile, which may ask first.
                    upstreams.later(() -> ending.is(() -> session.goOn(upstream, answer)));
                } else {
                    ending.is(() -> session.goOn(upstream, answer));
                }
            }

            @Override
            public void failed(RuntimeException why) {
                ending.is(() -> {
                    throw why;
                });
            }
        };
        upstream.begin(session.first(upstream, ending.cancellation()), session, end);
    }

    @Override
    public void leave() {
        // The connection is the session's.
    }
}
