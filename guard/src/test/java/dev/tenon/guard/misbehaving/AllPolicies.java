package dev.tenon.guard.misbehaving;

import dev.tenon.guard.GuardBuilder;
import dev.tenon.guard.audit.AuditLog;
import dev.tenon.guard.audit.AuditObserver;
import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.config.PolicySettings;
import dev.tenon.guard.pin.PinLockFile;
import dev.tenon.guard.pin.PinStore;
import dev.tenon.guard.policy.FindingListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A configuration with every policy in enforce mode, with pins, rates, content rules, output checks, and an audit. */
public final class AllPolicies implements AutoCloseable {
    private static final String CONFIG = """
            version: 1
            lock: tenon.lock
            upstreams:
              behind: {command: [none]}
            policies:
              gate: {mode: enforce}
              ids: {mode: enforce}
              headers: {mode: enforce}
              methods: {mode: enforce}
              tools: {deny: [forbidden]}
              resources: {deny: ["test://forbidden"]}
              prompts: {deny: [forbidden]}
              pins: {new: trust-first}
              rates: {rules: [{rate: 999999/second}]}
              sizes: {rules: [{arguments: 1MB, result: 4MB}]}
              arguments: {rules: [{tool: ranged, argument: number, range: {least: 1, most: 10}}]}
              schemas: {mode: enforce}
              hidden: {mode: enforce}
              instructions: {mode: enforce}
              secrets: {mode: enforce, bothWays: true}
            audit: {file: audit.jsonl, parameters: redacted, results: redacted, rotate: 200KB, keep: 10000}
            """;

    private final GuardConfig config;
    private final AuditLog audit;

    /** Creates the policies and opens the audit, with files in this folder. */
    public AllPolicies(Path folder) {
        config = GuardConfigFile.parse("all policies", CONFIG, folder);
        audit = AuditLog.open(config.audit().orElseThrow().settings());
    }

    /** Creates the policies with files in a new temporary folder. */
    static AllPolicies inTemporaryFolder() {
        try {
            return new AllPolicies(Files.createTempDirectory("all-policies"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds all policies and the audit to a guard. */
    public GuardBuilder applyTo(GuardBuilder builder) {
        PolicySettings policies = config.upstreams().get(0).policies();
        PinStore pins =
                new PinStore(new PinLockFile(config.lockFile()), policies.pins().settings());
        return builder.policies(policies.createChain(pins, FindingListener.NONE))
                .observers(new AuditObserver(audit, AuditRedactor.redactSecrets(), AuditRedactor.redactSecrets()));
    }

    @Override
    public void close() {
        audit.close();
    }
}
