package dev.tenon.guard;

import dev.tenon.client.ClientLimits;
import dev.tenon.guard.credential.TargetResolver;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.server.Limits;
import dev.tenon.server.StateEncryptionKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes a guard; {@link #build} makes it. */
public final class GuardBuilder {
    final TargetResolver route;
    Implementation implementation = Implementation.of("tenon-guard", "0");
    Limits serverLimits = Limits.DEFAULT.toBuilder()
            .sessionsPerCaller(GuardLimits.DEFAULT.connectionsPerCaller())
            .build();
    ClientLimits clientLimits =
            ClientLimits.DEFAULT.toBuilder().calls(1024).serverRequests(256).build();
    GuardLimits limits = GuardLimits.DEFAULT;
    StateEncryptionKeys stateKeys = StateEncryptionKeys.generate();
    Revision[] revisions = Revision.values();
    PolicyChain policies = PolicyChain.NONE;
    GuardObserver observer = GuardObserver.NONE;
    private @Nullable String name;

    GuardBuilder(TargetResolver route) {
        this.route = route;
    }

    /** What the guard is called where the server behind does not say what it is. */
    public GuardBuilder implementation(Implementation changed) {
        implementation = changed;
        return this;
    }

    /** What may pass. By default everything. */
    public GuardBuilder policies(PolicyChain changed) {
        policies = changed;
        return this;
    }

    /** What the server behind is called in policies, pins and reports. By default its command or URL. */
    public GuardBuilder name(String changed) {
        name = changed;
        return this;
    }

    /** Who watches what passes: an audit, metrics, traces. Each is told in this order. */
    public GuardBuilder observers(GuardObserver... watching) {
        observer = GuardObserver.composite(List.of(watching));
        return this;
    }

    /**
     * The bounds in front. By default those of a server, but 64 sessions of one caller: each may have a connection of
     * its own to the server behind, of which there are 256 in all.
     */
    public GuardBuilder serverLimits(Limits changed) {
        serverLimits = changed;
        return this;
    }

    /**
     * The bounds of each connection to the server behind. By default those of a client, but 1024 calls and 256
     * questions at once, since many may share one.
     */
    public GuardBuilder clientLimits(ClientLimits changed) {
        clientLimits = changed;
        return this;
    }

    /** The bounds of what the guard itself keeps. */
    public GuardBuilder limits(GuardLimits changed) {
        limits = changed;
        return this;
    }

    /** The keys that seal the state of calls that wait for a client without session. By default random. */
    public GuardBuilder stateKeys(StateEncryptionKeys keys) {
        stateKeys = keys;
        return this;
    }

    /** The revisions that are served in front; by default all. */
    public GuardBuilder revisions(Revision... served) {
        revisions = served.clone();
        return this;
    }

    /** Makes the guard. Nothing is connected or started yet. */
    public Guard build() {
        return new Guard(this);
    }

    String name() {
        return name == null ? route.label() : name;
    }
}
