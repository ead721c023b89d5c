package dev.tenon.server;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.Tool;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A relay that answers every request with an empty result, has no tools and hears nothing. */
abstract class FakeRelayService implements RelayService {
    private final String name;

    FakeRelayService(String name) {
        this.name = name;
    }

    @Override
    public Presentation presentation() {
        return new Presentation(Implementation.of(name, "1"), ServerCapabilities.NONE, null);
    }

    @Override
    public void answer(Method<?, ?> method, Json params, RelayCall call, RelayEnd end) {
        end.answered(Json.EMPTY_OBJECT);
    }

    @Override
    public void notified(NotificationType<?> type, Json params) {}

    @Override
    public void tool(String name, Consumer<@Nullable Tool> taker) {
        taker.accept(null);
    }

    @Override
    public void close() {}
}
