package dev.tenon.guard.running;

import dev.tenon.guard.command.Launch;
import dev.tenon.guard.watch.GuardObserver;
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
 * @param launch says what may be started
 * @param errors told each line that a program behind writes to its standard error
 * @param observers watch what passes, beside the audit
 */
public record Surroundings(
        Implementation self,
        Map<String, String> environment,
        Launch launch,
        Consumer<String> errors,
        List<GuardObserver> observers) {
    public Surroundings {
        environment = Map.copyOf(environment);
        observers = List.copyOf(observers);
    }

    /** With one more who watches. */
    public Surroundings watchedBy(GuardObserver observer) {
        List<GuardObserver> more = new ArrayList<>(observers);
        more.add(observer);
        return new Surroundings(self, environment, launch, errors, more);
    }
}
