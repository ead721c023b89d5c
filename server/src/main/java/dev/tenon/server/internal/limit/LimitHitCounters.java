package dev.tenon.server.internal.limit;

import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.server.LimitType;
import dev.tenon.server.Limits;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;

/** Counts how often each limit was reached since the server started. */
public final class LimitHitCounters {
    private final Map<LimitType, LongAdder> byType = new EnumMap<>(LimitType.class);

    public LimitHitCounters() {
        for (LimitType limit : LimitType.values()) {
            byType.put(limit, new LongAdder());
        }
    }

    public void increment(LimitType limit) {
        Objects.requireNonNull(byType.get(limit)).increment();
    }

    /** Counts a reached limit and returns its error: 429 with this text. */
    public RpcException countAndCreateBusyError(LimitType limit, String text) {
        increment(limit);
        return new RpcException(ErrorCode.BUSY, "Busy: " + text);
    }

    /** Counts a reached limit of sessions and returns its error. */
    public RpcException countAndCreateSessionError(LimitType limit, Limits limits) {
        return countAndCreateBusyError(
                limit,
                switch (limit) {
                    case SESSIONS ->
                        "all " + limits.sessions() + " sessions are in use (limit: sessions); try again later";
                    case SESSIONS_PER_CALLER ->
                        "all " + limits.sessionsPerCaller()
                                + " sessions of this caller are in use (limit: sessionsPerCaller); end one first";
                    default ->
                        "the client info of all sessions is too large (limit: sessionBytes); end a session, or send"
                                + " less";
                });
    }

    public Map<LimitType, Long> counts() {
        Map<LimitType, Long> all = new EnumMap<>(LimitType.class);
        byType.forEach((limit, count) -> all.put(limit, count.sum()));
        return all;
    }
}
