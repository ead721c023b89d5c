package dev.tenon.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Sources as javac parses them, for rules that class files and lines of text cannot answer. */
final class JavaSources {

    private final DocTrees trees;
    private final List<CompilationUnitTree> units = new ArrayList<>();

    private JavaSources(JavacTask task) throws IOException {
        trees = DocTrees.instance(task);
        task.parse().forEach(units::add);
    }

    static JavaSources parse(List<Path> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            var parsed = manager.getJavaFileObjectsFromPaths(files);
            return new JavaSources((JavacTask) compiler.getTask(null, manager, null, null, null, parsed));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A type, nested ones included. */
    record TypeName(String simpleName, String packageName, String location) {}

    /** Returns all types that have a name. */
    List<TypeName> typeNames() {
        List<TypeName> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            new TreePathScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                    if (!type.getSimpleName().isEmpty()) {
                        found.add(new TypeName(
                                type.getSimpleName().toString(),
                                String.valueOf(unit.getPackageName()),
                                locationOf(unit, type)));
                    }
                    return super.visitClass(type, nothing);
                }
            }.scan(unit, null);
        }
        return found;
    }

    /** Returns the methods that have more lines than this, from their name to their last brace. */
    List<String> methodsLongerThan(int maxLines) {
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            new TreePathScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                    if (method.getBody() != null) {
                        long lines = lineOf(unit, endOf(unit, method)) - lineOf(unit, startOf(unit, method.getBody()));
                        if (lines > maxLines) {
                            found.add(locationOf(unit, method) + " " + method.getName() + ": " + lines + " lines");
                        }
                    }
                    return super.visitMethod(method, nothing);
                }
            }.scan(unit, null);
        }
        return found;
    }

    /** Public types and methods outside internal packages that have no documentation comment. */
    List<String> undocumentedPublicElements() {
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : units) {
            if (unit.getPackageName() == null || (unit.getPackageName() + ".").contains(".internal.")) {
                continue;
            }
            new TreePathScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                    if (!isPublic(type.getModifiers(), getCurrentPath())) {
                        return null;
                    }
                    expectComment(type, type.getSimpleName().toString());
                    return super.visitClass(type, nothing);
                }

                @Override
                public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
                    if (isPublic(method.getModifiers(), getCurrentPath())
                            && method.getReturnType() != null
                            && !isOverride(method)
                            && !isWither(method, getCurrentPath())) {
                        expectComment(method, method.getName().toString());
                    }
                    return null;
                }

                private void expectComment(Tree tree, String name) {
                    if (trees.getDocComment(getCurrentPath()) == null) {
                        found.add(locationOf(unit, tree) + " " + name);
                    }
                }
            }.scan(unit, null);
        }
        return found;
    }

    /** Members of interfaces are public without saying so. */
    private static boolean isPublic(ModifiersTree modifiers, TreePath path) {
        if (modifiers.getFlags().contains(Modifier.PUBLIC)) {
            return true;
        }
        return path.getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE
                && !modifiers.getFlags().contains(Modifier.PRIVATE);
    }

    /** A copy of a record with one component changed: the record's comment tells of the component. */
    private static boolean isWither(MethodTree method, TreePath path) {
        return path.getParentPath().getLeaf().getKind() == Tree.Kind.RECORD
                && method.getName().toString().startsWith("with");
    }

    private static boolean isOverride(MethodTree method) {
        return method.getModifiers().getAnnotations().stream()
                .anyMatch(
                        annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }

    private String locationOf(CompilationUnitTree unit, Tree tree) {
        Path file = Path.of(unit.getSourceFile().toUri());
        return ProjectModules.relativeName(file) + ":" + lineOf(unit, startOf(unit, tree));
    }

    private long startOf(CompilationUnitTree unit, Tree tree) {
        return trees.getSourcePositions().getStartPosition(unit, tree);
    }

    private long endOf(CompilationUnitTree unit, Tree tree) {
        return trees.getSourcePositions().getEndPosition(unit, tree);
    }

    private static long lineOf(CompilationUnitTree unit, long position) {
        return unit.getLineMap().getLineNumber(position);
    }
}
