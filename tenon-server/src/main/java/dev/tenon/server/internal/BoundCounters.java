package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
import dev.tenon.server.Limits;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often each bound was met since the server started. */
final class BoundCounters {
    private final Map<Bound, LongAdder> met = new EnumMap<>(Bound.class);

    BoundCounters() {
        for (Bound bound : Bound.values()) {
            met.put(bound, new LongAdder());
        }
    }

    void met(Bound bound) {
        Objects.requireNonNull(met.get(bound)).increment();
    }

    /** Counts a bound and returns the error for it: 429 with this text. */
    RpcException busy(Bound bound, String text) {
        met(bound);
        return new RpcException(ErrorCode.BUSY, "Busy: " + text);
    }

    /** Counts a bound on sessions, and returns the error for it. */
    RpcException tooManySessions(Bound bound, Limits limits) {
        return busy(
                bound,
                switch (bound) {
                    case SESSIONS ->
                        "all " + limits.sessions() + " sessions are in use (limit: sessions); try again later";
                    case SESSIONS_PER_CALLER ->
                        "all " + limits.sessionsPerCaller()
                                + " sessions of this caller are in use (limit: sessionsPerCaller); end one first";
                    default ->
                        "clients say more of themselves than is kept (limit: sessionBytes); end a session, or say less";
                });
    }

    Map<Bound, Long> all() {
        Map<Bound, Long> all = new EnumMap<>(Bound.class);
        met.forEach((bound, count) -> all.put(bound, count.sum()));
        return all;
    }
}
