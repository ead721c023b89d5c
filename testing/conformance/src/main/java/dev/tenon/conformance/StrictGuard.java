package dev.tenon.conformance;

import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.guard.runtime.GuardEnvironment;
import dev.tenon.model.Implementation;
import dev.tenon.server.McpServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A guard with everything that a configuration can enable: each policy enforced, with rules that the fixture and the
 * tests can violate, pins, and the audit log.
 */
public final class StrictGuard implements AutoCloseable {
    private static final String CONFIG = """
            version: 1
            front: {http: "127.0.0.1:0"}
            lock: tenon.lock
            upstreams:
            UPSTREAMS
            policies:
              gate: {mode: enforce}
              ids: {mode: enforce}
              headers: {mode: enforce}
              methods: {mode: enforce}
              tools: {deny: [forbidden]}
              resources: {deny: ["test://forbidden"]}
              prompts: {deny: [forbidden]}
              pins: {new: trust-first}
              rates:
                rules:
                  - {rate: 999999/second}
                  - {rate: 999999/hour, each: [principal, tool]}
                  - {tool: seldom, rate: 1/hour}
              sizes:
                rules:
                  - {tool: small, arguments: 1KB, result: 1KB}
                  - {arguments: 3MB, result: 4MB}
              arguments: {rules: [{tool: ranged, argument: number, range: {least: 1, most: 10}}]}
              schemas: {mode: enforce}
              hidden: {mode: enforce}
              instructions: {mode: enforce}
              secrets: {mode: enforce, bothWays: true}
            audit: {file: audit.jsonl, parameters: redacted, results: redacted}
            """;

    private final ConfiguredGuard guard;

    private StrictGuard(ConfiguredGuard guard) {
        this.guard = guard;
    }

    /** Creates a guard with one upstream server; its files are in this folder. */
    static StrictGuard create(URI server, Path folder, GuardObserver... observers) throws IOException {
        return create("one: {url: \"" + server + "\"}", folder, observers);
    }

    /**
     * Creates a guard with several upstream servers.
     *
     * @param upstreams a line of the configuration for each upstream server
     * @param folder the folder for its files
     * @param observers receive the findings in addition to the audit log
     * @throws IOException if the configuration cannot be written to that folder
     */
    public static StrictGuard create(String upstreams, Path folder, GuardObserver... observers) throws IOException {
        Path file = folder.resolve("guard.yaml");
        Files.writeString(file, CONFIG.replace("UPSTREAMS", upstreams.indent(2)));
        CommandAuthorizer authorizer = new CommandAuthorizer(
                new CommandApprovalStore(folder.resolve("approved.json")), ApprovalPrompt.NON_INTERACTIVE, Map.of());
        GuardEnvironment environment = new GuardEnvironment(
                Implementation.of("strict-guard", "1"), Map.of(), authorizer, System.err::println, List.of(observers));
        return new StrictGuard(ConfiguredGuard.of(GuardConfigFile.read(file), environment));
    }

    /** Returns the server that clients connect to. */
    public McpServer server() {
        return guard.serversByPath().values().iterator().next();
    }

    /** Returns the guard. */
    public ConfiguredGuard guard() {
        return guard;
    }

    @Override
    public void close() {
        guard.close(Duration.ZERO);
    }
}
