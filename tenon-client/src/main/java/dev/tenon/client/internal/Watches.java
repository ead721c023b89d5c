package dev.tenon.client.internal;

import dev.tenon.client.CallCancelledException;
import dev.tenon.client.CallOptions;
import dev.tenon.client.CallTimeoutException;
import dev.tenon.client.McpClientException;
import dev.tenon.client.Subscription;
import dev.tenon.jsonrpc.Deadline;
import dev.tenon.model.Methods;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The host's subscriptions: a stream for each under 2026-07-28, requests for each resource before that. */
final class Watches {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.client");

    private final Line line;
    private final Crew crew;
    private final Calls calls;
    private final Set<Watch> open = ConcurrentHashMap.newKeySet();

    Watches(Line line, Crew crew, Calls calls) {
        this.line = line;
        this.crew = crew;
        this.calls = calls;
    }

    /**
     * Subscribes.
     *
     * @param owner whom to hand on what comes, or null
     * @param over run when it is over
     */
    Subscription subscribe(SubscriptionFilter filter, @Nullable Object owner, Runnable over) {
        Deadline deadline = calls.deadline(CallOptions.DEFAULT);
        Connection connection = line.get(deadline);
        Watch watch = new Watch(filter, owner, ended -> {
            closed(ended);
            over.run();
        });
        open.add(watch);
        try {
            if (connection.agreement().isStateless()) {
                stream(watch, deadline);
            } else {
                request(connection, watch, deadline);
            }
            return watch;
        } catch (RuntimeException e) {
            watch.close();
            throw e;
        }
    }

    private void stream(Watch watch, Deadline deadline) {
        Listening listening = new Listening(watch, line, crew, calls);
        listening.start();
        try {
            if (!watch.awaitActive(deadline.left())) {
                RuntimeException problem = listening.problem();
                throw problem == null
                        ? new CallTimeoutException("The server did not acknowledge the subscription in time")
                        : problem;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallCancelledException("Interrupted while waiting for the subscription");
        }
    }

    private void request(Connection connection, Watch watch, Deadline deadline) {
        ServerCapabilities can = connection.agreement().server().capabilities();
        SubscriptionFilter wanted = watch.wanted();
        if (!wanted.resourceSubscriptions().isEmpty()) {
            Offer.check(Methods.SUBSCRIBE, connection.agreement().server());
        }
        for (String uri : wanted.resourceSubscriptions()) {
            ask(connection, uri, deadline);
        }
        // Changes of lists come unasked, if the server says that it announces them.
        watch.began(new SubscriptionFilter(
                wanted.toolsListChanged() && can.tools() != null && can.tools().listChanged(),
                wanted.promptsListChanged()
                        && can.prompts() != null
                        && can.prompts().listChanged(),
                wanted.resourcesListChanged()
                        && can.resources() != null
                        && can.resources().listChanged(),
                wanted.resourceSubscriptions()));
    }

    private void ask(Connection connection, String uri, Deadline deadline) {
        SubscribeParams params = SubscribeParams.of(uri);
        try {
            connection.ask(Methods.SUBSCRIBE, params, deadline);
        } catch (RuntimeException e) {
            throw Failures.of(e, Methods.SUBSCRIBE.name(), params, connection.end());
        }
    }

    private void closed(Watch watch) {
        open.remove(watch);
        Connection connection = line.current();
        if (connection == null || connection.agreement().isStateless()) {
            return;
        }
        for (String uri : watch.wanted().resourceSubscriptions()) {
            if (open.stream().noneMatch(w -> w.wanted().resourceSubscriptions().contains(uri))) {
                unsubscribe(uri);
            }
        }
    }

    private void unsubscribe(String uri) {
        try {
            calls.call(Methods.UNSUBSCRIBE, SubscribeParams.of(uri), null, CallOptions.DEFAULT);
        } catch (McpClientException e) {
            LOG.debug("A subscription could not be ended", e);
        }
    }

    /** Asks for everything again on a new connection; streams do that by themselves. */
    void restore(Connection connection) {
        if (connection.agreement().isStateless()) {
            return;
        }
        for (Watch watch : List.copyOf(open)) {
            try {
                request(connection, watch, Deadline.in(crew.host().limits().connectTime()));
            } catch (McpClientException e) {
                LOG.warn("A subscription could not be restored: {}", e.getMessage());
            }
        }
    }

    /** Nothing comes for a while. */
    void paused() {
        open.forEach(Watch::paused);
    }

    /** Ends all, without a word to the server: the connection ends with them. */
    void close() {
        Collection<Watch> all = List.copyOf(open);
        open.clear();
        all.forEach(Watch::close);
    }
}
