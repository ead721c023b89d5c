package dev.tenon.guard.aggregate;

import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import org.jspecify.annotations.Nullable;

/** The kinds of lists of a server. */
enum ListKind {
    TOOLS(Methods.LIST_TOOLS, "tools", "name"),
    PROMPTS(Methods.LIST_PROMPTS, "prompts", "name"),
    RESOURCES(Methods.LIST_RESOURCES, "resources", "uri"),
    TEMPLATES(Methods.LIST_RESOURCE_TEMPLATES, "resourceTemplates", "uriTemplate");

    final Method<?, ?> method;
    /** The JSON member of the result that contains the items. */
    final String items;
    /** The JSON member of an item that identifies it. */
    final String key;

    ListKind(Method<?, ?> method, String items, String key) {
        this.method = method;
        this.items = items;
        this.key = key;
    }

    /** Returns the list that a method requests, or null. */
    static @Nullable ListKind of(Method<?, ?> method) {
        for (ListKind kind : values()) {
            if (kind.method.equals(method)) {
                return kind;
            }
        }
        return null;
    }

    /** Returns whether its items get the prefix of their member. */
    boolean isPrefixed() {
        return this == TOOLS || this == PROMPTS;
    }
}
