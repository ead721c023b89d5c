package dev.tenon.server.internal.limit;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often each bound was met since the server started. */
public final class LimitCounters {
    private final Map<LimitType, LongAdder> met = new EnumMap<>(LimitType.class);

    public LimitCounters() {
        for (LimitType bound : LimitType.values()) {
            met.put(bound, new LongAdder());
        }
    }

    public void count(LimitType bound) {
        Objects.requireNonNull(met.get(bound)).increment();
    }

    /** Counts a bound and returns the error for it: 429 with this text. */
    public RpcException countBusy(LimitType bound, String text) {
        count(bound);
        return new RpcException(ErrorCode.BUSY, "Busy: " + text);
    }

    /** Counts a bound on sessions, and returns the error for it. */
    public RpcException countTooManySessions(LimitType bound, Limits limits) {
        return countBusy(
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

    public Map<LimitType, Long> counts() {
        Map<LimitType, Long> all = new EnumMap<>(LimitType.class);
        met.forEach((bound, count) -> all.put(bound, count.sum()));
        return all;
    }
}
