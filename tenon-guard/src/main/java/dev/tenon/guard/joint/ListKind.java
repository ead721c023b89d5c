package dev.tenon.guard.joint;

import dev.tenon.model.Caching;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.Methods;
import dev.tenon.model.Result;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The lists that a server has. */
enum ListKind {
    TOOLS(Methods.LIST_TOOLS, "tools", "name", caching -> new ListToolsResult(List.of(), null, caching, Meta.EMPTY)),
    PROMPTS(
            Methods.LIST_PROMPTS,
            "prompts",
            "name",
            caching -> new ListPromptsResult(List.of(), null, caching, Meta.EMPTY)),
    RESOURCES(
            Methods.LIST_RESOURCES,
            "resources",
            "uri",
            caching -> new ListResourcesResult(List.of(), null, caching, Meta.EMPTY)),
    TEMPLATES(
            Methods.LIST_RESOURCE_TEMPLATES,
            "resourceTemplates",
            "uriTemplate",
            caching -> new ListResourceTemplatesResult(List.of(), null, caching, Meta.EMPTY));

    final Method<?, ?> method;
    /** The member of the result that holds the items. */
    final String items;
    /** The member of an item that names it. */
    final String key;

    private final Function<Caching, Result> empty;

    ListKind(Method<?, ?> method, String items, String key, Function<Caching, Result> empty) {
        this.method = method;
        this.items = items;
        this.key = key;
        this.empty = empty;
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

    /** A page without items. */
    Result empty(Caching caching) {
        return empty.apply(caching);
    }
}
