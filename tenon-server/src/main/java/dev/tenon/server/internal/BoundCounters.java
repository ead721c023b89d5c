package dev.tenon.server.internal;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.Bound;
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

    Map<Bound, Long> all() {
        Map<Bound, Long> all = new EnumMap<>(Bound.class);
        met.forEach((bound, count) -> all.put(bound, count.sum()));
        return all;
    }
}
