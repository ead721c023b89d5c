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
import dev.tenon.guard.command.CommandApprovalStore;
import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.command.CommandRefusedException;
import dev.tenon.guard.command.SandboxMissingException;
import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.TelemetryConfig;
import dev.tenon.guard.pin.PinLockException;
import dev.tenon.guard.runtime.ConfiguredGuard;
import dev.tenon.guard.runtime.GuardEnvironment;
import dev.tenon.model.Implementation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a guard until it is told to end. Everything for people goes to standard error where the client has standard
 * output.
 */
record GuardRunner(ConfiguredGuard guard, Optional<GuardMonitor> monitor) {
    /**
     * A guard with that configuration.
     *
     * @param metrics where to listen for whoever scrapes its metrics, or null for where the configuration says
     */
    static GuardRunner forConfig(GuardConfig config, @Nullable BindAddress metrics, boolean yes) {
        return create(config, metrics, yes, around -> translateErrors(() -> ConfiguredGuard.of(config, around)));
    }

    /** A guard with the configuration in that file. */
    static GuardRunner forFile(Path file, @Nullable BindAddress metrics, boolean yes) {
        GuardConfig config = translateErrors(() -> GuardConfig.read(file));
        return create(config, metrics, yes, around -> translateErrors(() -> ConfiguredGuard.follow(file, around)));
    }

    private static GuardRunner create(
            GuardConfig config,
            @Nullable BindAddress metrics,
            boolean yes,
            Function<GuardEnvironment, ConfiguredGuard> making) {
        Optional<TelemetryConfig> plan = metrics == null
                ? config.telemetry()
                : Optional.of(config.telemetry()
                        .orElse(TelemetryConfig.EMPTY)
                        .withOperationsListener(metrics.host(), metrics.port()));
        GuardEnvironment around = createEnvironment(yes);
        if (!TelemetryCondition.isEnabled(plan, System.getenv())) {
            return new GuardRunner(making.apply(around), Optional.empty());
        }
        GuardMonitor monitoring =
                GuardMonitor.start(plan.orElse(TelemetryConfig.EMPTY), config, ProductVersion.current());
        try {
            ConfiguredGuard guard = making.apply(around.withObserver(monitoring.observer()));
            monitoring.setReadinessChecks(guard::readiness);
            monitoring.setLimitHits(guard::boundsMet);
            guard.onConfigChange(monitoring::onConfigChanged);
            monitoring.operationsUri().ifPresent(uri -> System.err.println("Operations: " + uri.resolve("/metrics")));
            return new GuardRunner(guard, Optional.of(monitoring));
        } catch (RuntimeException e) {
            monitoring.close();
            throw e;
        }
    }

    /** Work whose trouble is its user's to mend. */
    interface FallibleTask<T> {
        /** Does it. */
        T run() throws IOException;
    }

    /** Does it; what goes wrong is told in words. */
    static <T> T translateErrors(FallibleTask<T> work) {
        try {
            return work.run();
        } catch (CommandRefusedException | SandboxMissingException e) {
            throw new CommandFailedException(ExitCode.REFUSED, String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            throw CommandFailedException.usageError(String.valueOf(e.getMessage()));
        } catch (AuditException | ApprovalFileException | PinLockException e) {
            throw CommandFailedException.failure(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailedException.failure("The configuration cannot be read: " + e.getMessage());
        }
    }

    /** What a guard of this command has around it. */
    static GuardEnvironment createEnvironment(boolean yes) {
        CommandApprovalStore approvals =
                new CommandApprovalStore(UserFileLocator.locate("TENON_APPROVALS", "approved-commands.json"));
        return new GuardEnvironment(
                Implementation.of("tenon-guard", ProductVersion.current()),
                System.getenv(),
                new CommandAuthorizer(
                        approvals,
                        yes ? command -> ApprovalPrompt.ApprovalDecision.YES : GuardRunner::askConsent,
                        System.getenv()),
                System.err::println,
                List.of());
    }

    private static ApprovalPrompt.ApprovalDecision askConsent(dev.tenon.guard.command.LaunchSpec command) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        TerminalOutput screen = TerminalOutput.of(err, err);
        return TerminalInput.open(screen)
                .map(keyboard -> promptConsent(screen, keyboard, command))
                .orElse(ApprovalPrompt.ApprovalDecision.UNAVAILABLE);
    }

    private static ApprovalPrompt.ApprovalDecision promptConsent(
            TerminalOutput screen, TerminalInput keyboard, dev.tenon.guard.command.LaunchSpec command) {
        screen.printNote("This command has not been approved yet:");
        screen.printNote(command.describe());
        return keyboard.confirm("Run it, now and from now on?")
                ? ApprovalPrompt.ApprovalDecision.YES
                : ApprovalPrompt.ApprovalDecision.NO;
    }

    /** Serves until the client closes standard input, or the process is told to end. */
    int serve() throws InterruptedException {
        try (guard) {
            if (guard.config().listen() instanceof ListenConfig.HttpListenConfig http) {
                new HttpGuardRunner(guard, http, this::closeMonitor).serve();
            } else {
                ShutdownHook shutdown = ShutdownHook.register(System.err, grace -> {
                    guard.close(grace);
                    closeMonitor();
                });
                guard.endpoints().values().iterator().next().serveStdio();
                guard.close();
                shutdown.cancel();
            }
            return ExitCode.OK;
        } finally {
            closeMonitor();
        }
    }

    /** What was not reported yet is, and no more is after that. */
    private void closeMonitor() {
        monitor.ifPresent(GuardMonitor::close);
    }
}
