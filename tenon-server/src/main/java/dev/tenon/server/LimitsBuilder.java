package dev.tenon.server;

import dev.tenon.json.JsonLimits;
import java.time.Duration;

/** Changes some of the {@link Limits}; each method is named for the component it sets, in the same unit. */
public final class LimitsBuilder {
    private JsonLimits json;
    private int batchMessages;
    private int requestsPerSession;
    private int requestsPerProcess;
    private long requestBytes;
    private Duration requestTime;
    private Duration requestHardStop;
    private Duration askTime;
    private int sessions;
    private int sessionsPerCaller;
    private int clientBytes;
    private long sessionBytes;
    private Duration sessionIdle;
    private int subscriptions;
    private int uriChars;
    private Limits.Queue queue;
    private Limits.Queue events;
    private int pageSize;
    private Duration stateLifetime;
    private int stateBytes;

    LimitsBuilder(Limits from) {
        json = from.json();
        batchMessages = from.batchMessages();
        requestsPerSession = from.requestsPerSession();
        requestsPerProcess = from.requestsPerProcess();
        requestBytes = from.requestBytes();
        requestTime = from.requestTime();
        requestHardStop = from.requestHardStop();
        askTime = from.askTime();
        sessions = from.sessions();
        sessionsPerCaller = from.sessionsPerCaller();
        clientBytes = from.clientBytes();
        sessionBytes = from.sessionBytes();
        sessionIdle = from.sessionIdle();
        subscriptions = from.subscriptions();
        uriChars = from.uriChars();
        queue = from.queue();
        events = from.events();
        pageSize = from.pageSize();
        stateLifetime = from.stateLifetime();
        stateBytes = from.stateBytes();
    }

    /** Sets the bounds of one message. */
    public LimitsBuilder json(JsonLimits json) {
        this.json = json;
        return this;
    }

    /** Sets the messages in one batch. */
    public LimitsBuilder batchMessages(int batchMessages) {
        this.batchMessages = batchMessages;
        return this;
    }

    /** Sets the requests of one session in flight. */
    public LimitsBuilder requestsPerSession(int requestsPerSession) {
        this.requestsPerSession = requestsPerSession;
        return this;
    }

    /** Sets the requests of the server in flight. */
    public LimitsBuilder requestsPerProcess(int requestsPerProcess) {
        this.requestsPerProcess = requestsPerProcess;
        return this;
    }

    /** Sets the bytes of all requests in flight. */
    public LimitsBuilder requestBytes(long requestBytes) {
        this.requestBytes = requestBytes;
        return this;
    }

    /** Sets the time of a request without progress. */
    public LimitsBuilder requestTime(Duration requestTime) {
        this.requestTime = requestTime;
        return this;
    }

    /** Sets the time of a request whatever its progress. */
    public LimitsBuilder requestHardStop(Duration requestHardStop) {
        this.requestHardStop = requestHardStop;
        return this;
    }

    /** Sets the time for an answer to a question. */
    public LimitsBuilder askTime(Duration askTime) {
        this.askTime = askTime;
        return this;
    }

    /** Sets the sessions alive. */
    public LimitsBuilder sessions(int sessions) {
        this.sessions = sessions;
        return this;
    }

    /** Sets the sessions alive of one caller. */
    public LimitsBuilder sessionsPerCaller(int sessionsPerCaller) {
        this.sessionsPerCaller = sessionsPerCaller;
        return this;
    }

    /** Sets the bytes that a client says of itself. */
    public LimitsBuilder clientBytes(int clientBytes) {
        this.clientBytes = clientBytes;
        return this;
    }

    /** Sets the bytes that the clients of all sessions say of themselves. */
    public LimitsBuilder sessionBytes(long sessionBytes) {
        this.sessionBytes = sessionBytes;
        return this;
    }

    /** Sets the life of an unused session. */
    public LimitsBuilder sessionIdle(Duration sessionIdle) {
        this.sessionIdle = sessionIdle;
        return this;
    }

    /** Sets the subscriptions of the server. */
    public LimitsBuilder subscriptions(int subscriptions) {
        this.subscriptions = subscriptions;
        return this;
    }

    /** Sets the characters of a URI to which a client subscribes. */
    public LimitsBuilder uriChars(int uriChars) {
        this.uriChars = uriChars;
        return this;
    }

    /** Sets the what may wait for a slow reader. */
    public LimitsBuilder queue(Limits.Queue queue) {
        this.queue = queue;
        return this;
    }

    /** Sets the what is kept for a stream that breaks. */
    public LimitsBuilder events(Limits.Queue events) {
        this.events = events;
        return this;
    }

    /** Sets the items on a page. */
    public LimitsBuilder pageSize(int pageSize) {
        this.pageSize = pageSize;
        return this;
    }

    /** Sets the life of a requestState. */
    public LimitsBuilder stateLifetime(Duration stateLifetime) {
        this.stateLifetime = stateLifetime;
        return this;
    }

    /** Sets the size of a requestState. */
    public LimitsBuilder stateBytes(int stateBytes) {
        this.stateBytes = stateBytes;
        return this;
    }

    /**
     * The limits.
     *
     * @throws IllegalArgumentException when one of them is below 1
     */
    public Limits build() {
        return new Limits(
                json,
                batchMessages,
                requestsPerSession,
                requestsPerProcess,
                requestBytes,
                requestTime,
                requestHardStop,
                askTime,
                sessions,
                sessionsPerCaller,
                clientBytes,
                sessionBytes,
                sessionIdle,
                subscriptions,
                uriChars,
                queue,
                events,
                pageSize,
                stateLifetime,
                stateBytes);
    }
}
