package dev.tenon.client;

import dev.tenon.json.JsonLimits;
import dev.tenon.json.RecordCopier;
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
        return with("json", json);
    }

    /** Sets messages in one batch, where batches exist. */
    public ClientLimitsBuilder batchMessages(int batchMessages) {
        return with("batchMessages", batchMessages);
    }

    /** Sets calls that wait for their answers at once. */
    public ClientLimitsBuilder calls(int calls) {
        return with("calls", calls);
    }

    /** Sets how long a call waits. */
    public ClientLimitsBuilder callTime(Duration callTime) {
        return with("callTime", callTime);
    }

    /** Sets how long a call waits whatever its progress. */
    public ClientLimitsBuilder callHardStop(Duration callHardStop) {
        return with("callHardStop", callHardStop);
    }

    /** Sets how long connecting may take, with all that is tried on the way. */
    public ClientLimitsBuilder connectTime(Duration connectTime) {
        return with("connectTime", connectTime);
    }

    /** Sets how long a server that may not know the newest revision has to answer the question whether it does. */
    public ClientLimitsBuilder probeTime(Duration probeTime) {
        return with("probeTime", probeTime);
    }

    /** Sets questions of the server that are being answered at once. */
    public ClientLimitsBuilder asks(int asks) {
        return with("asks", asks);
    }

    /** Sets how often a server may ask before it answers one call (2026-07-28). */
    public ClientLimitsBuilder rounds(int rounds) {
        return with("rounds", rounds);
    }

    /** Sets the largest {@code requestState} that is carried back. */
    public ClientLimitsBuilder stateBytes(int stateBytes) {
        return with("stateBytes", stateBytes);
    }

    /** Sets pages of one list. */
    public ClientLimitsBuilder pages(int pages) {
        return with("pages", pages);
    }

    /** Sets items of one list. */
    public ClientLimitsBuilder listItems(int listItems) {
        return with("listItems", listItems);
    }

    /** Sets results that are kept while they are fresh. */
    public ClientLimitsBuilder cached(int cached) {
        return with("cached", cached);
    }

    /** Sets notifications that wait for their listener. */
    public ClientLimitsBuilder notifications(int notifications) {
        return with("notifications", notifications);
    }

    /** Sets what may wait to be sent to a slow server. */
    public ClientLimitsBuilder queue(ChannelLimits queue) {
        return with("queue", queue);
    }

    /** Sets how often in a row a lost connection is made again without a call having been answered. */
    public ClientLimitsBuilder reconnects(int reconnects) {
        return with("reconnects", reconnects);
    }

    /** Sets the delay before the second such try. */
    public ClientLimitsBuilder reconnectDelay(Duration reconnectDelay) {
        return with("reconnectDelay", reconnectDelay);
    }

    /** The limits as changed. */
    public ClientLimits build() {
        return limits;
    }

    private ClientLimitsBuilder with(String component, Object value) {
        limits = RecordCopier.with(limits, component, value);
        return this;
    }
}
