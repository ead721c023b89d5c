package dev.tenon.guard.running;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.GuardLimits;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.credentials.Keyring;
import dev.tenon.guard.internal.GuardedServer;
import dev.tenon.guard.pin.LockFile;
import dev.tenon.guard.pin.Pins;
import dev.tenon.guard.policy.Findings;
import dev.tenon.guard.policy.Policies;
import dev.tenon.guard.watch.GuardObserver;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The servers behind a running guard, by name. One whose way and limits do not change lives on when the configuration does. */
final class Crew {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final Findings LOGGED =
            (passage, report) -> LOG.info("{} {}: {}", passage.upstream(), passage.method(), report.finding());

    private final Surroundings around;
    private final GuardObserver observer;
    private final Routes routes;
    private volatile Map<String, Hand> hands = Map.of();

    Crew(Surroundings around, Keyring keyring, GuardObserver observer) {
        this.around = around;
        this.observer = observer;
        this.routes = new Routes(keyring, around);
    }

    /** One server, and the settings that it was made from. */
    record Hand(Upstream settings, LimitSettings limits, GuardedServer server) {
        boolean fits(Upstream other, LimitSettings itsLimits) {
            return settings.behind().equals(other.behind())
                    && settings.timeout().equals(other.timeout())
                    && limits.equals(itsLimits);
        }
    }

    /** The servers in the order of the configuration. */
    List<Hand> hands() {
        return List.copyOf(hands.values());
    }

    /**
     * Has the servers of that configuration from now on.
     *
     * @return those that are no longer needed, to be retired when nobody is led to them any more
     * @throws RuntimeException when one cannot be had; nothing has changed then
     */
    List<GuardedServer> change(GuardConfig config) {
        Map<String, Hand> fresh = new LinkedHashMap<>();
        Map<String, Policies> policies = new LinkedHashMap<>();
        for (Upstream upstream : config.upstreams()) {
            policies.put(upstream.name(), policies(config, upstream));
            Hand known = hands.get(upstream.name());
            GuardedServer server = known != null && known.fits(upstream, config.limits())
                    ? known.server()
                    : open(upstream, config.limits(), policies.get(upstream.name()));
            fresh.put(upstream.name(), new Hand(upstream, config.limits(), server));
        }
        List<GuardedServer> gone =
                new ArrayList<>(hands.values().stream().map(Hand::server).toList());
        fresh.values().forEach(hand -> gone.remove(hand.server()));
        hands = fresh;
        fresh.forEach((name, hand) -> hand.server().policies(Objects.requireNonNull(policies.get(name))));
        return gone;
    }

    private static Policies policies(GuardConfig config, Upstream upstream) {
        Pins pins =
                new Pins(new LockFile(config.lock()), upstream.policies().pins().settings());
        return upstream.policies().policies(pins, LOGGED);
    }

    private GuardedServer open(Upstream upstream, LimitSettings limits, Policies policies) {
        return new GuardedServer(
                upstream.name(),
                routes.to(upstream),
                around.self(),
                clientLimits(upstream, limits),
                GuardLimits.DEFAULT
                        .withConnections(limits.sessions())
                        .withParked(limits.parkedCalls(), limits.parkedTime()),
                policies,
                observer);
    }

    private static ClientLimits clientLimits(Upstream upstream, LimitSettings limits) {
        ClientLimits usual = ClientLimits.DEFAULT;
        boolean longer = upstream.timeout().compareTo(usual.callHardStop()) > 0;
        return usual.change()
                .calls(Math.max(limits.callsInFlight(), 1))
                .asks(limits.parkedCalls())
                .callTime(upstream.timeout())
                .callHardStop(longer ? upstream.timeout() : usual.callHardStop())
                .build();
    }

    void close() {
        hands.values().forEach(hand -> hand.server().close());
    }
}
