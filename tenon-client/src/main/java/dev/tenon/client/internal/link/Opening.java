package dev.tenon.client.internal.link;

import java.io.InputStream;
import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Opens the body of an answer. It is what the exchange waits for as soon as there is one: an end between here and its first reader
 * must close it.
 */
final class Opening implements HttpResponse.BodyHandler<InputStream> {
    /** Not kept: a connection of the JDK's client that can be used again holds the handler of what it was made for. */
    private volatile @Nullable InFlight inFlight;

    Opening(InFlight inFlight) {
        this.inFlight = inFlight;
    }

    @Override
    public HttpResponse.BodySubscriber<InputStream> apply(HttpResponse.ResponseInfo head) {
        HttpResponse.BodySubscriber<InputStream> subscriber = HttpResponse.BodySubscribers.ofInputStream();
        InFlight now = inFlight;
        var unused = subscriber.getBody().thenAccept(now == null ? InFlight::close : now::reads);
        return subscriber;
    }

    /** There is a body, or nobody waits for one any more. */
    void over() {
        inFlight = null;
    }
}
