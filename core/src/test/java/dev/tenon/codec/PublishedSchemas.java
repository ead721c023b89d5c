package dev.tenon.codec;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.tenon.json.Json;
import dev.tenon.json.JsonKind;
import dev.tenon.json.JsonLimits;
import dev.tenon.json.JsonReader;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The JSON Schemas that the specification publishes, closed: objects with listed members reject all others. They are
 * not part of this project; see {@link #areAvailable()}.
 */
final class PublishedSchemas {
    private static final Path FOLDER = folder();
    private static final Set<String> OPEN = Set.of("_meta", "inputSchema", "outputSchema");
    private static final Map<String, Schema> SCHEMAS = new ConcurrentHashMap<>();

    private PublishedSchemas() {}

    static boolean areAvailable() {
        return Files.isDirectory(FOLDER);
    }

    static Path directory() {
        return FOLDER;
    }

    /** Returns the problems of an instance of a definition; empty if it is valid. */
    static String findProblems(Revision revision, String definition, Json instance) {
        return SCHEMAS.computeIfAbsent(revision + " " + definition, k -> load(revision, definition))
                .validate(instance.toString(), InputFormat.JSON)
                .toString();
    }

    private static Schema load(Revision revision, String definition) {
        try {
            byte[] text = Files.readAllBytes(FOLDER.resolve(revision.wireName() + ".json"));
            Json document = new JsonReader(JsonLimits.DEFAULT).read(text);
            boolean old = document.get("definitions") != null;
            String definitions = old ? "definitions" : "$defs";
            JsonWriter out = new JsonWriter().beginObject();
            out.name("$schema").value(document.get("$schema").string());
            out.name("allOf").beginArray().beginObject();
            out.fieldUnlessNull("$ref", "#/" + definitions + "/" + definition)
                    .endObject()
                    .endArray();
            out.name(definitions);
            writeClosed(out, document.get(definitions), "");
            SpecificationVersion version = old ? SpecificationVersion.DRAFT_7 : SpecificationVersion.DRAFT_2020_12;
            return SchemaRegistry.withDefaultDialect(version)
                    .getSchema(out.endObject().toJson().toString(), InputFormat.JSON);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void writeClosed(JsonWriter out, Json node, String name) {
        if (node.kind() == JsonKind.ARRAY) {
            out.beginArray();
            node.elements().forEach(e -> writeClosed(out, e, ""));
            out.endArray();
        } else if (node.isObject()) {
            out.beginObject();
            boolean isClosed = listsMembers(node) && !OPEN.contains(name) && !name.endsWith("MetaObject");
            node.members().forEach((key, value) -> {
                if (isClosed && key.equals("properties") && name.equals("params")) {
                    writeParams(out, value);
                } else if (!isClosed || !key.equals("additionalProperties")) {
                    out.name(key);
                    writeClosed(out, value, key);
                }
            });
            if (isClosed) {
                out.name("additionalProperties").value(false);
            }
            out.endObject();
        } else {
            out.value(node);
        }
    }

    /** Some old definitions of parameters lack {@code _meta}, which all parameters have. */
    private static void writeParams(JsonWriter out, Json properties) {
        out.name("properties").beginObject();
        properties.members().forEach((key, value) -> {
            out.name(key);
            writeClosed(out, value, key);
        });
        if (properties.get("_meta") == null) {
            out.name("_meta").beginObject().endObject();
        }
        out.endObject();
    }

    private static boolean listsMembers(Json node) {
        Json type = node.get("type");
        Json properties = node.get("properties");
        Json additionalProperties = node.get("additionalProperties");
        if (additionalProperties != null && Boolean.TRUE.equals(additionalProperties.bool())) {
            return false;
        }
        return type != null && "object".equals(type.string()) && properties != null && properties.isObject();
    }

    private static Path folder() {
        Path module = Path.of("").toAbsolutePath();
        Path project = Files.isDirectory(module.resolve("core")) ? module : module.getParent();
        return project.resolveSibling("shared/spec/schema").normalize();
    }
}
