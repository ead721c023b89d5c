package dev.tenon.client;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;

/** Builds {@link ClientLimits}. Each method sets the component of the same name, in the same unit. */
public final class ClientLimitsBuilder {
    private ClientLimits limits;

    ClientLimitsBuilder(ClientLimits from) {
        limits = from;
    }

    /** Sets the limits of one message. */
    public ClientLimitsBuilder json(JsonLimits json) {
        return setComponent("json", json);
    }

    /** Sets the maximum number of messages in one batch, in revisions with batches. */
    public ClientLimitsBuilder batchMessages(int batchMessages) {
        return setComponent("batchMessages", batchMessages);
    }

    /** Sets the maximum number of pending calls. */
    public ClientLimitsBuilder calls(int calls) {
        return setComponent("calls", calls);
    }

    /** Sets how long a call may take; progress restarts it. */
    public ClientLimitsBuilder callTimeout(Duration callTimeout) {
        return setComponent("callTimeout", callTimeout);
    }

    /** Sets how long a call may take regardless of progress. */
    public ClientLimitsBuilder maxCallTimeout(Duration maxCallTimeout) {
        return setComponent("maxCallTimeout", maxCallTimeout);
    }

    /** Sets how long connecting may take, including all attempts. */
    public ClientLimitsBuilder connectTimeout(Duration connectTimeout) {
        return setComponent("connectTimeout", connectTimeout);
    }

    /**
     * Sets how long the client waits for the response to {@code server/discover} before it also tries the handshake.
     */
    public ClientLimitsBuilder probeTimeout(Duration probeTimeout) {
        return setComponent("probeTimeout", probeTimeout);
    }

    /** Sets the maximum number of requests of the server that are handled at the same time. */
    public ClientLimitsBuilder serverRequests(int serverRequests) {
        return setComponent("serverRequests", serverRequests);
    }

    /** Sets how often a server may request input during one call (2026-07-28). */
    public ClientLimitsBuilder rounds(int rounds) {
        return setComponent("rounds", rounds);
    }

    /** Sets the maximum size of {@code requestState}, in bytes. */
    public ClientLimitsBuilder stateBytes(int stateBytes) {
        return setComponent("stateBytes", stateBytes);
    }

    /** Sets the maximum number of pages of one list. */
    public ClientLimitsBuilder pages(int pages) {
        return setComponent("pages", pages);
    }

    /** Sets the maximum number of items of one list. */
    public ClientLimitsBuilder listItems(int listItems) {
        return setComponent("listItems", listItems);
    }

    /** Sets the maximum number of cached results. */
    public ClientLimitsBuilder cachedResults(int cachedResults) {
        return setComponent("cachedResults", cachedResults);
    }

    /** Sets the maximum number of notifications queued for the listener. */
    public ClientLimitsBuilder notifications(int notifications) {
        return setComponent("notifications", notifications);
    }

    /** Sets the limits of the queue of outgoing messages. */
    public ClientLimitsBuilder queue(ChannelLimits queue) {
        return setComponent("queue", queue);
    }

    /** Sets how often in a row the client reconnects without a call having succeeded. */
    public ClientLimitsBuilder reconnects(int reconnects) {
        return setComponent("reconnects", reconnects);
    }

    /** Sets the delay before the second attempt to reconnect. */
    public ClientLimitsBuilder reconnectDelay(Duration reconnectDelay) {
        return setComponent("reconnectDelay", reconnectDelay);
    }

    /** Returns the limits. */
    public ClientLimits build() {
        return limits;
    }

    private ClientLimitsBuilder setComponent(String component, Object value) {
        limits = RecordCopier.copyWith(limits, component, value);
        return this;
    }
}
