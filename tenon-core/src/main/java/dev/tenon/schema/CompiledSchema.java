package dev.tenon.schema;

import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.ValidationLimitExceededException;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.NodePath;
import com.networknt.schema.regex.RegularExpression;
import dev.tenon.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A schema in the hands of the validator. Nothing else knows which validator that is, and loading this class loads it. */
final class CompiledSchema {
    private static final com.networknt.schema.dialect.Dialect DRAFT_2020_12 = quiet(Dialects.getDraft202012());
    private static final com.networknt.schema.dialect.Dialect DRAFT_07 = quiet(Dialects.getDraft7());

    private final SchemaTree tree;
    private final com.networknt.schema.Schema schema;

    CompiledSchema(SchemaTree tree) {
        this.tree = tree;
        try {
            schema = registry(tree).getSchema(Trees.of(tree));
        } catch (com.networknt.schema.SchemaException | StackOverflowError e) {
            throw new SchemaException("#", "the validator does not accept it", e);
        }
    }

    /** Unknown keywords are annotations; the library's own way notes each for ever and logs it. */
    private static com.networknt.schema.dialect.Dialect quiet(com.networknt.schema.dialect.Dialect dialect) {
        return com.networknt.schema.dialect.Dialect.builder(dialect)
                .unknownKeywordFactory((name, context) -> null)
                .formats(CompiledSchema::replaceFormats)
                .keywords(EqualityKeyword.ALL)
                .build();
    }

    /** The library's own formats use regular expressions without bounds, or a library that is not here. */
    private static void replaceFormats(Map<String, com.networknt.schema.format.Format> formats) {
        formats.clear();
        Formats.known().values().forEach(f -> formats.put(f.name(), new CheckedFormat(f)));
    }

    /** Each schema has a registry of its own: two schemas may use the same identifiers for different things. */
    private static SchemaRegistry registry(SchemaTree tree) {
        var dialect = tree.dialect == Dialect.DRAFT_07 ? DRAFT_07 : DRAFT_2020_12;
        var config = com.networknt.schema.SchemaRegistryConfig.builder()
                // Following references while compiling would cost a stack as deep as the longest way through them.
                .preloadSchema(false)
                // Identifiers were looked at before; a relative one without a base is just a name here.
                .schemaIdValidator((id, root, at, resolved, context) -> true)
                .regularExpressionFactory(regex -> expression(tree.patterns, regex))
                .build();
        return SchemaRegistry.withDialect(
                dialect, r -> r.schemaRegistryConfig(config).schemaLoader(l -> l.block(uri -> true)));
    }

    private static RegularExpression expression(Map<String, SchemaPattern> patterns, String regex) {
        SchemaPattern known = patterns.get(regex);
        SchemaPattern pattern = known == null ? SchemaPattern.compile(regex) : known;
        return text -> {
            Budget budget = Budget.current();
            return pattern.find(text, budget == null ? new Budget(SchemaLimits.DEFAULT) : budget);
        };
    }

    /**
     * What is wrong with the value, as far as the limits allow to find out.
     *
     * @throws CheckStopped when they do not
     */
    List<Failure> validate(Json value, SchemaLimits limits, boolean formats) {
        Budget budget = new Budget(limits);
        BoundedContext context = new BoundedContext(limits, budget, formats);
        JsonNode node = Trees.of(value);
        try {
            budget.spend(() -> schema.validate(context, node, OutputFormat.DEFAULT));
        } catch (ValidationLimitExceededException e) {
            throw new CheckStopped("the check takes too many steps");
        } catch (StackOverflowError e) {
            throw new CheckStopped("the value nests too deeply for this schema");
        }
        return context.getErrors().stream().map(this::failure).toList();
    }

    private Failure failure(Error error) {
        Json around = schemaAround(error.getSchemaLocation());
        Json written = around == null ? null : around.get(error.getKeyword());
        Json known = error.getSchemaNode() == null
                ? Json.NULL
                : Json.parse(error.getSchemaNode().toString());
        return new Failure(
                elements(error.getInstanceLocation()),
                error.getKeyword(),
                written == null ? known : written,
                around,
                elements(error.getEvaluationPath()),
                error.getProperty(),
                "oneOf.indexes".equals(error.getMessageKey()));
    }

    private @Nullable Json schemaAround(@Nullable SchemaLocation location) {
        if (location == null || location.getFragment() == null) {
            return null;
        }
        String uri = location.getAbsoluteIri() == null
                ? ""
                : location.getAbsoluteIri().toString();
        Resource resource = tree.resources.get(uri);
        String pointer = resource == null ? "" : resource.pointer;
        List<Object> path = elements(location.getFragment());
        for (Object token : path.subList(0, Math.max(0, path.size() - 1))) {
            pointer = Pointers.child(pointer, token.toString());
        }
        SubSchema around = resource == null ? null : tree.at(pointer);
        return around == null ? null : around.json;
    }

    private static List<Object> elements(@Nullable NodePath path) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; path != null && i < path.getNameCount(); i++) {
            elements.add(path.getElement(i));
        }
        return elements;
    }

    /** One of our formats, as the validator wants it. */
    private record CheckedFormat(Formats.Rule rule) implements com.networknt.schema.format.Format {
        @Override
        public String getName() {
            return rule.name();
        }

        @Override
        public boolean matches(
                com.networknt.schema.ExecutionContext context,
                com.networknt.schema.SchemaContext schema,
                JsonNode value) {
            boolean applies = rule.number() ? value.isNumber() : value.isString();
            return !applies || rule.fits().test(value.asString());
        }
    }
}
