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

/** Builds a {@link Guard}. */
public final class GuardBuilder {
    final TargetResolver targetResolver;
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
        this.targetResolver = route;
    }

    /**
     * Sets the implementation that the guard reports if the upstream server does not identify itself. Default: {@code
     * tenon-guard}.
     */
    public GuardBuilder implementation(Implementation value) {
        implementation = value;
        return this;
    }

    /** Sets the policies. Default: none, so every message is allowed. */
    public GuardBuilder policies(PolicyChain value) {
        policies = value;
        return this;
    }

    /** Sets the name of the upstream server in policies, pins and reports. Default: its command or URL. */
    public GuardBuilder upstreamName(String value) {
        name = value;
        return this;
    }

    /** Sets the observers, such as audit, metrics and traces. They are notified in this order. */
    public GuardBuilder observers(GuardObserver... observers) {
        observer = GuardObserver.composite(List.of(observers));
        return this;
    }

    /**
     * Sets the limits of the downstream server. Default: {@link Limits#DEFAULT}, but 64 sessions per caller, as each of
     * them can hold one of the 256 upstream connections.
     */
    public GuardBuilder serverLimits(Limits value) {
        serverLimits = value;
        return this;
    }

    /**
     * Sets the limits of each upstream connection. Default: {@link ClientLimits#DEFAULT}, but 1024 calls and 256 server
     * requests at once, as clients can share a connection.
     */
    public GuardBuilder clientLimits(ClientLimits value) {
        clientLimits = value;
        return this;
    }

    /** Sets the limits of the guard's own state. Default: {@link GuardLimits#DEFAULT}. */
    public GuardBuilder limits(GuardLimits value) {
        limits = value;
        return this;
    }

    /** Sets the keys that encrypt the {@code requestState} of suspended calls. Default: random keys. */
    public GuardBuilder stateKeys(StateEncryptionKeys keys) {
        stateKeys = keys;
        return this;
    }

    /** Sets the revisions that the guard offers to clients. Default: all. */
    public GuardBuilder revisions(Revision... served) {
        revisions = served.clone();
        return this;
    }

    /** Builds the guard. It does not connect to or start the upstream server yet. */
    public Guard build() {
        return new Guard(this);
    }

    String upstreamName() {
        return name == null ? targetResolver.label() : name;
    }
}
