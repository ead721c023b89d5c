package dev.tenon.guard.runtime;

import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.model.Implementation;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The environment of a {@link ConfiguredGuard}.
 *
 * @param self the implementation that the guard reports if an upstream server does not identify itself
 * @param environment the environment variables; some are passed to commands, some hold secrets
 * @param launchPolicy decides which commands may be started
 * @param stderrSink receives each line that an upstream process writes to its standard error
 * @param observers observers of calls, in addition to the audit
 */
public record GuardEnvironment(
        Implementation self,
        Map<String, String> environment,
        CommandAuthorizer launchPolicy,
        Consumer<String> stderrSink,
        List<GuardObserver> observers) {
    public GuardEnvironment {
        environment = Map.copyOf(environment);
        observers = List.copyOf(observers);
    }

    /** Returns this environment with an additional observer. */
    public GuardEnvironment withObserver(GuardObserver observer) {
        List<GuardObserver> extended =
                Stream.concat(observers.stream(), Stream.of(observer)).toList();
        return new GuardEnvironment(self, environment, launchPolicy, stderrSink, extended);
    }
}
