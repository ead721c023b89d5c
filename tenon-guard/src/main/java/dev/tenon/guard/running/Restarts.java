package dev.tenon.guard.running;

import dev.tenon.guard.config.GuardConfig;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which changes of a configuration count only from the next start on. */
final class Restarts {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");

    private Restarts() {}

    static void tell(GuardConfig before, GuardConfig after) {
        List<String> waiting = new ArrayList<>();
        if (!before.front().equals(after.front())) {
            waiting.add("front");
        }
        if (!before.audit().map(Object::toString).equals(after.audit().map(Object::toString))) {
            waiting.add("audit");
        }
        if (!before.limits().equals(after.limits())) {
            waiting.add("limits in front");
        }
        if (!Endpoint.paths(before).equals(Endpoint.paths(after))) {
            waiting.add("paths of endpoints");
        }
        if (!waiting.isEmpty()) {
            LOG.warn("Changed, and will count from the next start on: {}", String.join(", ", waiting));
        }
    }
}
