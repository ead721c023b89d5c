package dev.tenon.model;

import java.util.List;

/**
 * Which notifications a subscription is for (2026-07-28, subscriptions).
 *
 * @param toolsListChanged whether of changes to the list of tools
 * @param promptsListChanged whether of changes to the list of prompts
 * @param resourcesListChanged whether of changes to the list of resources
 * @param resourceSubscriptions the resources whose content is watched
 */
public record SubscriptionFilter(
        boolean toolsListChanged,
        boolean promptsListChanged,
        boolean resourcesListChanged,
        List<String> resourceSubscriptions) {
    /** For nothing. */
    public static final SubscriptionFilter NONE = new SubscriptionFilter(false, false, false, List.of());

    public SubscriptionFilter {
        resourceSubscriptions = List.copyOf(resourceSubscriptions);
    }

    /** With or without changes to the list of tools. */
    public SubscriptionFilter withToolsListChanged(boolean changed) {
        return new SubscriptionFilter(changed, promptsListChanged, resourcesListChanged, resourceSubscriptions);
    }

    /** With or without changes to the list of prompts. */
    public SubscriptionFilter withPromptsListChanged(boolean changed) {
        return new SubscriptionFilter(toolsListChanged, changed, resourcesListChanged, resourceSubscriptions);
    }

    /** With or without changes to the list of resources. */
    public SubscriptionFilter withResourcesListChanged(boolean changed) {
        return new SubscriptionFilter(toolsListChanged, promptsListChanged, changed, resourceSubscriptions);
    }

    /** With the resources whose content is watched. */
    public SubscriptionFilter withResourceSubscriptions(List<String> changed) {
        return new SubscriptionFilter(toolsListChanged, promptsListChanged, resourcesListChanged, changed);
    }
}
