package dev.tenon.guard.joint;

import dev.tenon.model.Implementation;
import dev.tenon.server.StateKeys;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the clients of a joint have in common. */
final class Common {
    private static final Logger LOG = LoggerFactory.getLogger("dev.tenon.guard");
    private static final int MOST_SAID = 1000;

    final Implementation self;
    final Cursors cursors;
    /** How long several members are waited for when one has answered. */
    final Duration patience;
    /** Run what may block. */
    final ExecutorService threads;

    final Whereabouts whereabouts = new Whereabouts();
    private final Set<List<String>> said = ConcurrentHashMap.newKeySet();
    private volatile Seats seats;

    Common(Implementation self, StateKeys keys, Duration patience, Seats seats, ExecutorService threads) {
        this.self = self;
        this.cursors = new Cursors(keys);
        this.patience = patience;
        this.threads = threads;
        this.seats = seats;
    }

    Seats seats() {
        return seats;
    }

    void seats(Seats changed) {
        seats = changed;
    }

    /** Does something with the members, and once more with the new ones whenever a member was replaced meanwhile. */
    static <T> T withCurrentMembers(Callable<T> work) throws Exception {
        while (true) {
            try {
                return work.call();
            } catch (GoneException e) {
                LOG.debug("Members were replaced during a request", e);
            }
        }
    }

    /** Logs what would else be logged again and again. */
    void sayOnce(String words, String... values) {
        if (said.size() < MOST_SAID && said.add(List.of(values))) {
            LOG.warn(words, (Object[]) values);
        }
    }
}
