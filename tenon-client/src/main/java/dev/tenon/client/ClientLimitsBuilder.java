package dev.tenon.client;

import dev.tenon.json.JsonLimits;
import dev.tenon.transport.ChannelLimits;
import java.time.Duration;

/** Changes some of the {@link ClientLimits}; each method is named for the component it sets, in the same unit. */
public final class ClientLimitsBuilder {
    private JsonLimits json;
    private int batchMessages;
    private int calls;
    private Duration callTime;
    private Duration callHardStop;
    private Duration connectTime;
    private Duration probeTime;
    private int asks;
    private int rounds;
    private int stateBytes;
    private int pages;
    private int listItems;
    private int cached;
    private int notifications;
    private ChannelLimits queue;
    private int reconnects;
    private Duration reconnectDelay;

    ClientLimitsBuilder(ClientLimits from) {
        json = from.json();
        batchMessages = from.batchMessages();
        calls = from.calls();
        callTime = from.callTime();
        callHardStop = from.callHardStop();
        connectTime = from.connectTime();
        probeTime = from.probeTime();
        asks = from.asks();
        rounds = from.rounds();
        stateBytes = from.stateBytes();
        pages = from.pages();
        listItems = from.listItems();
        cached = from.cached();
        notifications = from.notifications();
        queue = from.queue();
        reconnects = from.reconnects();
        reconnectDelay = from.reconnectDelay();
    }

    /** Sets bounds of one message. */
    public ClientLimitsBuilder json(JsonLimits json) {
        this.json = json;
        return this;
    }

    /** Sets messages in one batch, where batches exist. */
    public ClientLimitsBuilder batchMessages(int batchMessages) {
        this.batchMessages = batchMessages;
        return this;
    }

    /** Sets calls that wait for their answers at once. */
    public ClientLimitsBuilder calls(int calls) {
        this.calls = calls;
        return this;
    }

    /** Sets how long a call waits. */
    public ClientLimitsBuilder callTime(Duration callTime) {
        this.callTime = callTime;
        return this;
    }

    /** Sets how long a call waits whatever its progress. */
    public ClientLimitsBuilder callHardStop(Duration callHardStop) {
        this.callHardStop = callHardStop;
        return this;
    }

    /** Sets how long connecting may take, with all that is tried on the way. */
    public ClientLimitsBuilder connectTime(Duration connectTime) {
        this.connectTime = connectTime;
        return this;
    }

    /** Sets how long a server that may not know the newest revision has to answer the question whether it does. */
    public ClientLimitsBuilder probeTime(Duration probeTime) {
        this.probeTime = probeTime;
        return this;
    }

    /** Sets questions of the server that are being answered at once. */
    public ClientLimitsBuilder asks(int asks) {
        this.asks = asks;
        return this;
    }

    /** Sets how often a server may ask before it answers one call (2026-07-28). */
    public ClientLimitsBuilder rounds(int rounds) {
        this.rounds = rounds;
        return this;
    }

    /** Sets the largest {@code requestState} that is carried back. */
    public ClientLimitsBuilder stateBytes(int stateBytes) {
        this.stateBytes = stateBytes;
        return this;
    }

    /** Sets pages of one list. */
    public ClientLimitsBuilder pages(int pages) {
        this.pages = pages;
        return this;
    }

    /** Sets items of one list. */
    public ClientLimitsBuilder listItems(int listItems) {
        this.listItems = listItems;
        return this;
    }

    /** Sets results that are kept while they are fresh. */
    public ClientLimitsBuilder cached(int cached) {
        this.cached = cached;
        return this;
    }

    /** Sets notifications that wait for their listener. */
    public ClientLimitsBuilder notifications(int notifications) {
        this.notifications = notifications;
        return this;
    }

    /** Sets what may wait to be sent to a slow server. */
    public ClientLimitsBuilder queue(ChannelLimits queue) {
        this.queue = queue;
        return this;
    }

    /** Sets how often in a row a lost connection is made again without a call having been answered. */
    public ClientLimitsBuilder reconnects(int reconnects) {
        this.reconnects = reconnects;
        return this;
    }

    /** Sets the delay before the second such try. */
    public ClientLimitsBuilder reconnectDelay(Duration reconnectDelay) {
        this.reconnectDelay = reconnectDelay;
        return this;
    }

    /** The limits as changed. */
    public ClientLimits build() {
        return new ClientLimits(
                json,
                batchMessages,
                calls,
                callTime,
                callHardStop,
                connectTime,
                probeTime,
                asks,
                rounds,
                stateBytes,
                pages,
                listItems,
                cached,
                notifications,
                queue,
                reconnects,
                reconnectDelay);
    }
}
