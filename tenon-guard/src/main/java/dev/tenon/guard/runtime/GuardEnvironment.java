package dev.tenon.guard.runtime;

import dev.tenon.guard.command.CommandAuthorizer;
import dev.tenon.guard.observer.GuardObserver;
import dev.tenon.model.Implementation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What a guard has around it.
 *
 * @param self what it is called where a server behind does not say what it is
 * @param environment its variables: some go to programs, some hold secrets
 * @param launchPolicy says what may be started
 * @param stderrSink told each line that a program behind writes to its standard error
 * @param observers watch what passes, beside the audit
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

    /** With one more who watches. */
    public GuardEnvironment withObserver(GuardObserver observer) {
        List<GuardObserver> more = new ArrayList<>(observers);
        more.add(observer);
        return new GuardEnvironment(self, environment, launchPolicy, stderrSink, more);
    }
}
