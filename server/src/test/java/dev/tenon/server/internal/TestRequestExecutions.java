package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.limit.NamedTimeout;
import dev.tenon.server.internal.request.RequestCompletion;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RequestObservation;
import dev.tenon.server.internal.request.RequestSource;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.Set;

/** Creates requests without a client. */
public final class TestRequestExecutions {
    private static final NamedTimeout LONG_TIMEOUT = new NamedTimeout(Duration.ofMinutes(1), "requestTimeout");

    private TestRequestExecutions() {}

    /** Creates a request whose response is dropped. */
    public static RequestExecution of(int id) {
        return of(id, new RecordingResponseSink());
    }

    /** Creates a ping of an unknown client. */
    public static RequestExecution of(int id, ResponseSink sink) {
        return of(id, sink, new RequestSource(null, null, "caller", null, Set.of(), null, null, null));
    }

    /** Creates a ping with this source. */
    public static RequestExecution of(int id, ResponseSink sink, RequestSource source) {
        Request request = new Request(RequestId.of(id), "ping", Json.EMPTY_OBJECT);
        return new RequestExecution(
                request.id(),
                sink,
                new RequestObservation(ServerObserver.NONE, request, source),
                LONG_TIMEOUT,
                LONG_TIMEOUT);
    }

    public static RequestCompletion shutdownCompletion(RequestExecution execution) {
        return RequestCompletion.of(execution.id(), FailureMapper.shutdownFailure());
    }
}
