package dev.tenon.guard.misbehaving;

import dev.tenon.client.ClientLimits;
import dev.tenon.client.McpClient;
import dev.tenon.client.endpoint.CommandTarget;
import dev.tenon.client.endpoint.ServerTarget;
import dev.tenon.guard.Guard;
import dev.tenon.guard.GuardBuilder;
import dev.tenon.guard.policy.EnforcementMode;
import dev.tenon.guard.policy.FindingListener;
import dev.tenon.guard.policy.PolicyChain;
import dev.tenon.guard.policy.schema.SchemaPolicy;
import dev.tenon.http.embedded.TenonHttpServer;
import dev.tenon.model.Revision;
import dev.tenon.testkit.misbehaviour.MisbehavingHttpServer;
import dev.tenon.testkit.misbehaviour.MisbehavingStdioServer;
import dev.tenon.testkit.misbehaviour.Misbehaviour;
import dev.tenon.testkit.misbehaviour.MisbehaviourCase;
import dev.tenon.testkit.misbehaviour.ProtocolEra;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A misbehaving server, a guard for it, and a client of the guard. */
final class ScenarioEnvironment implements AutoCloseable {
    private final ProtocolEra clientEra;
    private static final PolicyChain SCHEMAS = new PolicyChain(
            List.of(new PolicyChain.PolicyEntry(new SchemaPolicy(100), EnforcementMode.ENFORCE)), FindingListener.NONE);

    private final @Nullable MisbehavingHttpServer httpServer;
    private final @Nullable AllPolicies allPolicies;
    private final Guard guard;
    private final TenonHttpServer http;
    private @Nullable McpClient client;

    ScenarioEnvironment(MisbehaviourScenario scenario, @Nullable Misbehaviour misbehaviour) {
        ProtocolEra era = scenario.testCase().era();
        clientEra = scenario.clientEra();
        httpServer = scenario.testCase().http() ? startHttpServer(era, misbehaviour) : null;
        ServerTarget target =
                httpServer == null ? processTarget(era, misbehaviour) : ServerTarget.http(httpServer.uri());
        allPolicies = scenario.hasAllPolicies() ? AllPolicies.inTemporaryFolder() : null;
        GuardBuilder builder = Guard.builder(target).clientLimits(limits(scenario.testCase()));
        guard = (allPolicies == null ? builder.policies(SCHEMAS) : allPolicies.applyTo(builder)).build();
        http = TenonHttpServer.builder(guard.server()).port(0).start();
    }

    /** Returns short timeouts for a server that never responds; a late response arrives after 1.5 seconds. */
    private static ClientLimits limits(MisbehaviourCase testCase) {
        boolean isSlow = testCase.isSlow();
        // A process needs time to start.
        int probeSeconds = testCase.http() ? isSlow ? 2 : 5 : 15;
        return ClientLimits.DEFAULT.toBuilder()
                .callTimeout(Duration.ofMillis(isSlow ? 800 : 10_000))
                .maxCallTimeout(Duration.ofMillis(isSlow ? 1600 : 10_000))
                .connectTimeout(Duration.ofSeconds(testCase.http() && isSlow ? 8 : 20))
                .probeTimeout(Duration.ofSeconds(probeSeconds))
                .pages(200)
                .reconnectDelay(Duration.ofMillis(10))
                .build();
    }

    private static MisbehavingHttpServer startHttpServer(ProtocolEra era, @Nullable Misbehaviour misbehaviour) {
        try {
            return new MisbehavingHttpServer(era, misbehaviour);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerTarget processTarget(ProtocolEra era, @Nullable Misbehaviour misbehaviour) {
        String name = misbehaviour == null ? "none" : misbehaviour.name();
        return new CommandTarget(
                MisbehavingStdioServer.command(era, name),
                Map.of(),
                null,
                line -> {},
                line -> line,
                Duration.ofMillis(200));
    }

    /** Returns the client, which connects at the first call of this method. */
    McpClient client() {
        McpClient connected = client;
        if (connected == null) {
            connected = McpClient.builder("front", "1")
                    .revisions(clientEra == ProtocolEra.LEGACY ? Revision.V2025_11_25 : Revision.V2026_07_28)
                    .connect(ServerTarget.http(http.uri()));
            client = connected;
        }
        return connected;
    }

    /** Resets the misbehaviour of an HTTP server. Returns false for a process, which cannot be reset. */
    boolean resetMisbehaviour() {
        if (httpServer != null) {
            httpServer.resetMisbehaviour();
        }
        return httpServer != null;
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
        }
        http.close();
        guard.close(Duration.ZERO);
        if (allPolicies != null) {
            allPolicies.close();
        }
        if (httpServer != null) {
            httpServer.close();
        }
    }
}
