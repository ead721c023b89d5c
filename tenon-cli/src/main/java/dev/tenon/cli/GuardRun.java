package dev.tenon.cli;

import dev.tenon.cli.asking.Keyboard;
import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.storage.UserFile;
import dev.tenon.cli.telemetry.Monitoring;
import dev.tenon.cli.telemetry.Wanted;
import dev.tenon.guard.audit.AuditException;
import dev.tenon.guard.command.ApprovalException;
import dev.tenon.guard.command.CommandApprovals;
import dev.tenon.guard.command.CommandRefusedException;
import dev.tenon.guard.command.Consent;
import dev.tenon.guard.command.Launch;
import dev.tenon.guard.command.SandboxMissingException;
import dev.tenon.guard.config.ConfigException;
import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.TelemetryPlan;
import dev.tenon.guard.pin.LockException;
import dev.tenon.guard.running.RunningGuard;
import dev.tenon.guard.running.Surroundings;
import dev.tenon.model.Implementation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs a guard until it is told to end. Everything for people goes to standard error where the client has standard output. */
record GuardRun(RunningGuard guard, Optional<Monitoring> monitoring) {
    /**
     * A guard with that configuration.
     *
     * @param metrics where to listen for whoever scrapes its metrics, or null for where the configuration says
     */
    static GuardRun of(GuardConfig config, @Nullable HostPort metrics, boolean yes) {
        return monitored(config, metrics, yes, around -> told(() -> RunningGuard.of(config, around)));
    }

    /** A guard with the configuration in that file. */
    static GuardRun following(Path file, @Nullable HostPort metrics, boolean yes) {
        GuardConfig config = told(() -> GuardConfig.read(file));
        return monitored(config, metrics, yes, around -> told(() -> RunningGuard.follow(file, around)));
    }

    private static GuardRun monitored(
            GuardConfig config, @Nullable HostPort metrics, boolean yes, Function<Surroundings, RunningGuard> making) {
        Optional<TelemetryPlan> plan = metrics == null
                ? config.telemetry()
                : Optional.of(
                        config.telemetry().orElse(TelemetryPlan.EMPTY).withOperations(metrics.host(), metrics.port()));
        Surroundings around = surroundings(yes);
        if (!Wanted.by(plan, System.getenv())) {
            return new GuardRun(making.apply(around), Optional.empty());
        }
        Monitoring monitoring = Monitoring.start(plan.orElse(TelemetryPlan.EMPTY), config, Version.get());
        try {
            RunningGuard guard = making.apply(around.watchedBy(monitoring.observer()));
            monitoring.checks(guard::readiness);
            monitoring.bounds(guard::boundsMet);
            guard.whenChanged(monitoring::changed);
            monitoring.operations().ifPresent(uri -> System.err.println("Operations: " + uri.resolve("/metrics")));
            return new GuardRun(guard, Optional.of(monitoring));
        } catch (RuntimeException e) {
            monitoring.close();
            throw e;
        }
    }

    /** Work whose trouble is its user's to mend. */
    interface Work<T> {
        /** Does it. */
        T done() throws IOException;
    }

    /** Does it; what goes wrong is told in words. */
    static <T> T told(Work<T> work) {
        try {
            return work.done();
        } catch (CommandRefusedException | SandboxMissingException e) {
            throw new FailureException(ExitCode.REFUSED, String.valueOf(e.getMessage()));
        } catch (ConfigException e) {
            throw FailureException.misused(String.valueOf(e.getMessage()));
        } catch (AuditException | ApprovalException | LockException e) {
            throw FailureException.failed(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw FailureException.failed("The configuration cannot be read: " + e.getMessage());
        }
    }

    /** What a guard of this command has around it. */
    static Surroundings surroundings(boolean yes) {
        CommandApprovals approvals = new CommandApprovals(UserFile.path("TENON_APPROVALS", "approved-commands.json"));
        return new Surroundings(
                Implementation.of("tenon-guard", Version.get()),
                System.getenv(),
                new Launch(approvals, yes ? command -> Consent.Answer.YES : GuardRun::ask, System.getenv()),
                System.err::println,
                List.of());
    }

    private static Consent.Answer ask(dev.tenon.guard.command.CommandLine command) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        Screen screen = Screen.of(err, err);
        return Keyboard.at(screen)
                .map(keyboard -> asked(screen, keyboard, command))
                .orElse(Consent.Answer.NOBODY);
    }

    private static Consent.Answer asked(Screen screen, Keyboard keyboard, dev.tenon.guard.command.CommandLine command) {
        screen.note("This command has not been approved yet:");
        screen.note(command.shown());
        return keyboard.agrees("Run it, now and from now on?") ? Consent.Answer.YES : Consent.Answer.NO;
    }

    /** Serves until the client closes standard input, or the process is told to end. */
    int serve() throws InterruptedException {
        try (guard) {
            if (guard.config().front() instanceof Front.Http http) {
                new HttpGuard(guard, http, this::reported).serve();
            } else {
                Shutdown shutdown = Shutdown.by(System.err, grace -> {
                    guard.close(grace);
                    reported();
                });
                guard.endpoints().values().iterator().next().serveStdio();
                guard.close();
                shutdown.isOver();
            }
            return ExitCode.OK;
        } finally {
            reported();
        }
    }

    /** What was not reported yet is, and no more is after that. */
    private void reported() {
        monitoring.ifPresent(Monitoring::close);
    }
}
