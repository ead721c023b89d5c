package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import java.util.function.BiConsumer;

/** Tells that lists have changed, of which the client knows that they can. */
final class ListChangeNotifier {
    private ListChangeNotifier() {}

    /** All lists that were declared. */
    static SubscriptionFilter declaredLists(ServerCapabilities can) {
        return SubscriptionFilter.NONE
                .withToolsListChanged(can.tools() != null)
                .withPromptsListChanged(can.prompts() != null)
                .withResourcesListChanged(can.resources() != null);
    }

    static void notifyChanges(SubscriptionFilter which, BiConsumer<NotificationType<?>, Json> teller) {
        if (which.toolsListChanged()) {
            teller.accept(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        }
        if (which.promptsListChanged()) {
            teller.accept(Notifications.PROMPTS_CHANGED, Json.EMPTY_OBJECT);
        }
        if (which.resourcesListChanged()) {
            teller.accept(Notifications.RESOURCES_CHANGED, Json.EMPTY_OBJECT);
        }
    }
}
