package dev.tenon.client;

import dev.tenon.internal.reflect.RecordCopier;
import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;

/** Changes some of the {@link ClientLimits}; each method is named for the component it sets, in the same unit. */
public final class ClientLimitsBuilder {
    private ClientLimits limits;

    ClientLimitsBuilder(ClientLimits from) {
        limits = from;
    }

    /** Sets bounds of one message. */
    public ClientLimitsBuilder json(JsonLimits json) {
        return copyWith("json", json);
    }

    /** Sets messages in one batch, where batches exist. */
    public ClientLimitsBuilder batchMessages(int batchMessages) {
        return copyWith("batchMessages", batchMessages);
    }

    /** Sets calls that wait for their answers at once. */
    public ClientLimitsBuilder calls(int calls) {
        return copyWith("calls", calls);
    }

    /** Sets how long a call waits. */
    public ClientLimitsBuilder callTimeout(Duration callTime) {
        return copyWith("callTimeout", callTime);
    }

    /** Sets how long a call waits whatever its progress. */
    public ClientLimitsBuilder maxCallTimeout(Duration callHardStop) {
        return copyWith("maxCallTimeout", callHardStop);
    }

    /** Sets how long connecting may take, with all that is tried on the way. */
    public ClientLimitsBuilder connectTimeout(Duration connectTime) {
        return copyWith("connectTimeout", connectTime);
    }

    /** Sets how long a server that may not know the newest revision has to answer the question whether it does. */
    public ClientLimitsBuilder probeTimeout(Duration probeTime) {
        return copyWith("probeTimeout", probeTime);
    }

    /** Sets questions of the server that are being answered at once. */
    public ClientLimitsBuilder serverRequests(int asks) {
        return copyWith("serverRequests", asks);
    }

    /** Sets how often a server may ask before it answers one call (2026-07-28). */
    public ClientLimitsBuilder rounds(int rounds) {
        return copyWith("rounds", rounds);
    }

    /** Sets the largest {@code requestState} that is carried back. */
    public ClientLimitsBuilder stateBytes(int stateBytes) {
        return copyWith("stateBytes", stateBytes);
    }

    /** Sets pages of one list. */
    public ClientLimitsBuilder pages(int pages) {
        return copyWith("pages", pages);
    }

    /** Sets items of one list. */
    public ClientLimitsBuilder listItems(int listItems) {
        return copyWith("listItems", listItems);
    }

    /** Sets results that are kept while they are fresh. */
    public ClientLimitsBuilder cachedResults(int cached) {
        return copyWith("cachedResults", cached);
    }

    /** Sets notifications that wait for their listener. */
    public ClientLimitsBuilder notifications(int notifications) {
        return copyWith("notifications", notifications);
    }

    /** Sets what may wait to be sent to a slow server. */
    public ClientLimitsBuilder queue(ChannelLimits queue) {
        return copyWith("queue", queue);
    }

    /** Sets how often in a row a lost connection is made again without a call having been answered. */
    public ClientLimitsBuilder reconnects(int reconnects) {
        return copyWith("reconnects", reconnects);
    }

    /** Sets the delay before the second such try. */
    public ClientLimitsBuilder reconnectDelay(Duration reconnectDelay) {
        return copyWith("reconnectDelay", reconnectDelay);
    }

    /** The limits as changed. */
    public ClientLimits build() {
        return limits;
    }

    private ClientLimitsBuilder copyWith(String component, Object value) {
        limits = RecordCopier.copyWith(limits, component, value);
        return this;
    }
}
