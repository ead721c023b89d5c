package dev.tenon.cli;

import dev.tenon.cli.dialog.TerminalInput;
import dev.tenon.cli.error.CommandFailedException;
import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.storage.UserFileLocator;
import dev.tenon.cli.telemetry.GuardMonitor;
import dev.tenon.cli.telemetry.TelemetryCondition;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.guard.audit.AuditException;
import dev.tenon.guard.command.ApprovalFileException;
import dev.tenon.guard.command.ApprovalPrompt;
import dev.tenon.guard.command.ApprovalPrompt.ApprovalDecision;
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.command.CommandRefusedException;
import dev.tenon.guard.command.LaunchSpec;
import dev.tenon.guard.command.SandboxMissingException;
import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.pin.PinFileException;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.guard.runtime.GuardEnvironment;
import dev.tenon.model.Implementation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs a guard until the process is asked to stop. Messages for users go to standard error if the client uses standard
 * output.
 */
record GuardRunner(ConfiguredGuard guard, Optional<GuardMonitor> monitor) {
    /**
     * Creates a guard with this configuration.
     *
     * @param metrics the address of the metrics endpoint; null for the configured one
     */
    static GuardRunner forConfig(GuardConfig config, @Nullable BindAddress metrics, boolean yes) {
        return createWithOptionalMonitor(config, metrics, yes, environment -> ConfiguredGuard.of(config, environment));
    }

    /** Creates a guard that follows this configuration file. */
    static GuardRunner forFile(Path file, @Nullable BindAddress metrics, boolean yes) {
        GuardConfig config = runTranslatingErrors(() -> GuardConfigFile.read(file));
        return createWithOptionalMonitor(
                config, metrics, yes, environment -> ConfiguredGuard.follow(file, environment));
    }

    /** Creates a guard; if telemetry is enabled, also starts its monitor and prints the URI of the metrics. */
    private static GuardRunner createWithOptionalMonitor(
            GuardConfig config, @Nullable BindAddress metrics, boolean yes, GuardFactory factory) {
        TelemetryConfig configured = config.telemetry().orElse(TelemetryConfig.EMPTY);
        Optional<TelemetryConfig> telemetry = metrics == null
                ? config.telemetry()
                : Optional.of(configured.withOperationsListener(metrics.host(), metrics.port()));
        GuardEnvironment environment = createEnvironment(yes);
        if (!TelemetryCondition.isEnabled(telemetry, System.getenv())) {
            return new GuardRunner(runTranslatingErrors(() -> factory.create(environment)), Optional.empty());
        }
        GuardMonitor monitor =
                GuardMonitor.start(telemetry.orElse(TelemetryConfig.EMPTY), config, ProductVersion.current());
        try {
            GuardEnvironment observed = environment.withObserver(monitor.observer());
            ConfiguredGuard guard = runTranslatingErrors(() -> factory.create(observed));
            monitor.setReadinessChecks(guard::readiness);
            monitor.setLimitHits(guard::limitCounts);
            guard.onConfigChange(monitor::updateMonitoredUpstreams);
            monitor.operationsUri().ifPresent(uri -> System.err.println("Operations: " + uri.resolve("/metrics")));
            return new GuardRunner(guard, Optional.of(monitor));
        } catch (RuntimeException e) {
            monitor.close();
            throw e;
        }
    }

    /** Creates a guard in an environment. */
    private interface GuardFactory {
        ConfiguredGuard create(GuardEnvironment environment) throws IOException;
    }

    /** A task whose failures the user can fix. */
    interface FallibleTask<T> {
        /** Runs the task. */
        T run() throws IOException;
    }

    /** Runs the task and translates its exceptions to an exit code and a message. */
    static <T> T runTranslatingErrors(FallibleTask<T> task) {
        try {
            return task.run();
        } catch (CommandRefusedException | SandboxMissingException e) {
            throw CommandFailedException.refusal(String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        } catch (AuditException | ApprovalFileException | PinFileException e) {
            throw CommandFailedException.failure(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailedException.failure("Could not read the configuration: " + e.getMessage());
        }
    }

    /** Creates the environment of a guard that this command runs. */
    static GuardEnvironment createEnvironment(boolean yes) {
        CommandApprovalStore approvals =
                new CommandApprovalStore(UserFileLocator.locate("TENON_APPROVALS", "approved-commands.json"));
        ApprovalPrompt prompt = yes ? command -> ApprovalDecision.YES : GuardRunner::askConsent;
        CommandAuthorizer authorizer = new CommandAuthorizer(approvals, prompt, System.getenv());
        Implementation self = Implementation.of("tenon-guard", ProductVersion.current());
        return new GuardEnvironment(self, System.getenv(), authorizer, System.err::println, List.of());
    }

    private static ApprovalDecision askConsent(LaunchSpec command) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        TerminalOutput screen = new TerminalOutput(err, err);
        Optional<TerminalInput> input = TerminalInput.open(screen);
        if (input.isEmpty()) {
            return ApprovalDecision.UNAVAILABLE;
        }
        screen.printNote("This command has not been approved yet:");
        screen.printNote(command.describe());
        return input.get().confirm("Run it now and in the future?") ? ApprovalDecision.YES : ApprovalDecision.NO;
    }

    /** Serves until the client closes standard input or the process is asked to stop. */
    int serve() throws InterruptedException {
        try (guard) {
            if (guard.initialConfig().listen() instanceof ListenConfig.HttpListenConfig http) {
                new HttpGuardRunner(guard, http, this::closeMonitor).serve();
            } else {
                ShutdownHook shutdown = ShutdownHook.register(System.err, grace -> {
                    guard.close(grace);
                    closeMonitor();
                });
                guard.serversByPath().values().iterator().next().serveStdio();
                guard.close();
                shutdown.disable();
            }
            return ExitCode.OK;
        } finally {
            closeMonitor();
        }
    }

    /** Sends pending telemetry and stops reporting. */
    private void closeMonitor() {
        monitor.ifPresent(GuardMonitor::close);
    }
}
