package dev.tenon.guard.aggregate;

import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import org.jspecify.annotations.Nullable;

/** The lists that a server has. */
enum ListKind {
    TOOLS(Methods.LIST_TOOLS, "tools", "name"),
    PROMPTS(Methods.LIST_PROMPTS, "prompts", "name"),
    RESOURCES(Methods.LIST_RESOURCES, "resources", "uri"),
    TEMPLATES(Methods.LIST_RESOURCE_TEMPLATES, "resourceTemplates", "uriTemplate");

    final Method<?, ?> method;
    /** The member of the result that holds the items. */
    final String items;
    /** The member of an item that names it. */
    final String key;

    ListKind(Method<?, ?> method, String items, String key) {
        this.method = method;
        this.items = items;
        this.key = key;
    }

    /** The list that this method asks for, or null. */
    static @Nullable ListKind of(Method<?, ?> method) {
        for (ListKind kind : values()) {
            if (kind.method.equals(method)) {
                return kind;
            }
        }
        return null;
    }

    /** Whether its items get the prefix of their server. */
    boolean isPrefixed() {
        return this == TOOLS || this == PROMPTS;
    }
}
