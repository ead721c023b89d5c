package dev.tenon.guard.watch;

import dev.tenon.json.Json;
import dev.tenon.jsonrpc.RpcException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several who watch one exchange. */
final class ManyWatches implements CallWatch {
    private final List<CallWatch> watches;

    private ManyWatches(List<CallWatch> watches) {
        this.watches = watches;
    }

    static CallWatch begun(List<GuardObserver> observers, Exchange exchange) {
        List<CallWatch> watches = new ArrayList<>(observers.size());
        observers.forEach(observer -> watches.add(observer.begun(exchange)));
        return new ManyWatches(watches);
    }

    @Override
    public Json leaving(Json params) {
        Json now = params;
        for (CallWatch watch : watches) {
            now = watch.leaving(now);
        }
        return now;
    }

    /** Every one is told, whatever the others say of it. */
    @Override
    public void ended(Ended how) {
        @Nullable RpcException first = null;
        for (CallWatch watch : watches) {
            try {
                watch.ended(how);
            } catch (RpcException e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
