package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
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

/** Creates requests without a client; their responses are dropped. */
final class TestRequestExecutions {
    private static final NamedTimeout LONG_TIMEOUT = new NamedTimeout(Duration.ofMinutes(1), "requestTimeout");

    private TestRequestExecutions() {}

    static RequestExecution of(int id) {
        Request request = new Request(new RequestId(Json.of(id)), "ping", Json.EMPTY_OBJECT);
        RequestSource source = new RequestSource(null, null, "caller", null, Set.of(), null, null, null);
        return new RequestExecution(
                request.id(),
                new DiscardingSink(),
                new RequestObservation(ServerObserver.NONE, request, source),
                LONG_TIMEOUT,
                LONG_TIMEOUT);
    }

    static RequestCompletion shutdownCompletion(RequestExecution execution) {
        return RequestCompletion.of(execution.id(), FailureMapper.shutdownFailure());
    }

    private static final class DiscardingSink implements ResponseSink {
        @Override
        public void send(JsonRpcMessage message) {}

        @Override
        public boolean trySendNotification(Notification notification) {
            return true;
        }

        @Override
        public void onWritable(Runnable action) {}

        @Override
        public void sendResponse(Response response) {}

        @Override
        public void abandon() {}
    }
}
