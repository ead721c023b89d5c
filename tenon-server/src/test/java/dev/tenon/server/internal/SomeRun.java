package dev.tenon.server.internal;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.Message;
import dev.tenon.jsonrpc.Notification;
import dev.tenon.jsonrpc.Request;
import dev.tenon.jsonrpc.RequestId;
import dev.tenon.jsonrpc.Response;
import dev.tenon.server.Observer;
import java.time.Duration;
import java.util.Set;

/** Makes requests that have no client: their replies are dropped. */
final class SomeRun {
    private static final TimeLimit LONG = new TimeLimit(Duration.ofMinutes(1), "requestTime");

    private SomeRun() {}

    static Run of(int id) {
        Request request = new Request(new RequestId(Json.of(id)), "ping", Json.EMPTY_OBJECT);
        Scope scope = new Scope(null, null, "caller", null, Set.of(), null, null, null);
        return new Run(request.id(), new Unread(), new Sight(Observer.NONE, request, scope), LONG, LONG);
    }

    static Ending ending(Run run) {
        return Ending.of(run.id(), Failures.shutdown());
    }

    private static final class Unread implements Exchange {
        @Override
        public void send(Message message) {}

        @Override
        public boolean tryNotify(Notification notification) {
            return true;
        }

        @Override
        public void onWritable(Runnable action) {}

        @Override
        public void reply(Response response) {}

        @Override
        public void abandon() {}
    }
}
