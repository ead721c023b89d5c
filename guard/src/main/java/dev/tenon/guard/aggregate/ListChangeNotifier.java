package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Notifications;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SubscriptionFilter;
import java.util.function.BiConsumer;

/** Sends list-changed notifications for lists that the client knows can change. */
final class ListChangeNotifier {
    private ListChangeNotifier() {}

    /** Returns a filter with all declared lists. */
    static SubscriptionFilter toSupportedListFilter(ServerCapabilities capabilities) {
        return SubscriptionFilter.NONE
                .withToolsListChanged(capabilities.tools() != null)
                .withPromptsListChanged(capabilities.prompts() != null)
                .withResourcesListChanged(capabilities.resources() != null);
    }

    static void notifyChanges(SubscriptionFilter filter, BiConsumer<NotificationType<?>, Json> sender) {
        if (filter.toolsListChanged()) {
            sender.accept(Notifications.TOOLS_CHANGED, Json.EMPTY_OBJECT);
        }
        if (filter.promptsListChanged()) {
            sender.accept(Notifications.PROMPTS_CHANGED, Json.EMPTY_OBJECT);
        }
        if (filter.resourcesListChanged()) {
            sender.accept(Notifications.RESOURCES_CHANGED, Json.EMPTY_OBJECT);
        }
    }
}
