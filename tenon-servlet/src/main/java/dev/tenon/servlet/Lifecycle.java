package dev.tenon.servlet;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Hears from the container how a request ended. */
final class Lifecycle implements AsyncListener {
    private final Exchange exchange;

    Lifecycle(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        exchange.lose();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        end(event);
    }

    @Override
    public void onError(AsyncEvent event) {
        end(event);
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Nobody dispatches these requests.
    }

    private void end(AsyncEvent event) {
        exchange.lose();
        try {
            // Whoever hears of an error has to end the request, or else the container writes a page about it.
            event.getAsyncContext().complete();
        } catch (IllegalStateException e) {
            // It has ended.
        }
    }
}
