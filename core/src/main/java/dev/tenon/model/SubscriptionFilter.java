package dev.tenon.model;

import java.util.List;

/**
 * The notifications that a subscription selects (2026-07-28, subscriptions).
 *
 * @param toolsListChanged whether changes of the list of tools are selected
 * @param promptsListChanged whether changes of the list of prompts are selected
 * @param resourcesListChanged whether changes of the list of resources are selected
 * @param resourceSubscriptions the URIs of the resources whose contents are watched
 */
public record SubscriptionFilter(
        boolean toolsListChanged,
        boolean promptsListChanged,
        boolean resourcesListChanged,
        List<String> resourceSubscriptions) {
    /** Selects nothing. */
    public static final SubscriptionFilter NONE = new SubscriptionFilter(false, false, false, List.of());

    public SubscriptionFilter {
        resourceSubscriptions = List.copyOf(resourceSubscriptions);
    }

    /** Returns a copy with or without changes of the list of tools. */
    public SubscriptionFilter withToolsListChanged(boolean changed) {
        return new SubscriptionFilter(changed, promptsListChanged, resourcesListChanged, resourceSubscriptions);
    }

    /** Returns a copy with or without changes of the list of prompts. */
    public SubscriptionFilter withPromptsListChanged(boolean changed) {
        return new SubscriptionFilter(toolsListChanged, changed, resourcesListChanged, resourceSubscriptions);
    }

    /** Returns a copy with or without changes of the list of resources. */
    public SubscriptionFilter withResourcesListChanged(boolean changed) {
        return new SubscriptionFilter(toolsListChanged, promptsListChanged, changed, resourceSubscriptions);
    }

    /** Returns a copy with the URIs of the resources whose contents are watched. */
    public SubscriptionFilter withResourceSubscriptions(List<String> changed) {
        return new SubscriptionFilter(toolsListChanged, promptsListChanged, resourcesListChanged, changed);
    }
}
