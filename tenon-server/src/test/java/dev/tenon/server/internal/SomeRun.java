package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.JsonRpcMessage;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.internal.error.FailureMapper;
import dev.tenon.server.internal.limit.NamedTimeout;
import dev.tenon.server.internal.request.InboundRequestContext;
import dev.tenon.server.internal.request.RequestCompletion;
import dev.tenon.server.internal.request.RequestExecution;
import dev.tenon.server.internal.request.RequestObservation;
import dev.tenon.server.internal.request.ResponseSink;
import dev.tenon.server.observer.ServerObserver;
import java.time.Duration;
import java.util.Set;

/** Makes requests that have no client: their replies are dropped. */
final class SomeRun {
    private static final NamedTimeout LONG = new NamedTimeout(Duration.ofMinutes(1), "requestTime");

    private SomeRun() {}

    static RequestExecution of(int id) {
        Request request = new Request(new RequestId(Json.of(id)), "ping", Json.EMPTY_OBJECT);
        InboundRequestContext scope = new InboundRequestContext(null, null, "caller", null, Set.of(), null, null, null);
        return new RequestExecution(
                request.id(), new Unread(), new RequestObservation(ServerObserver.NONE, request, scope), LONG, LONG);
    }

    static RequestCompletion ending(RequestExecution run) {
        return RequestCompletion.of(run.id(), FailureMapper.shutdown());
    }

    private static final class Unread implements ResponseSink {
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
